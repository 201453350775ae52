"""Pages of accounts, clubs and people."""
