"""What everybody may see."""

from django.shortcuts import render


def home(request):
    """The front page: the clubs of this site, and the way in."""
    return render(request, "publishing/home.html")
