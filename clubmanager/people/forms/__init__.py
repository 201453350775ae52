"""Forms of accounts, clubs and people. What is allowed is the services' and the core's to say."""
