"""Public addresses of clubs and nights."""

app_name = "publishing"
urlpatterns = []
