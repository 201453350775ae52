"""Background work: order a print pack, see how far it is, take its file."""

import django_filters
from django.http import FileResponse, Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights.models import ClubNight, Job, JobState
from clubmanager.nights.services.jobs import job_file, start_print_pack
from clubmanager.people.doors import QueryDoor, checked, officer_of, require_sign_in, roles_of

from .serializers import JobBody, JobSerializer


class JobFilter(django_filters.FilterSet):
    night = django_filters.ModelChoiceFilter(queryset=ClubNight.objects.all())
    state = django_filters.ChoiceFilter(choices=JobState.choices)

    class Meta:
        model = Job
        fields = ["night", "state"]


class JobDoor(QueryDoor):
    """The jobs of the reader's own clubs."""

    serializer_class = JobSerializer
    filterset_class = JobFilter
    queryset = Job.objects.none()

    def get_queryset(self):
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        require_sign_in(self.request)
        return Job.objects.filter(night__club__in=roles_of(self.request))

    @extend_schema(request=JobBody, responses={202: JobSerializer})
    def create(self, request):
        """Order a night's print pack. It is drawn in the background."""
        require_sign_in(request)
        night = checked(JobBody, request).validated_data["night"]
        actor = officer_of(request, night.club_id)
        job = start_print_pack(night, actor=actor)
        job.refresh_from_db()
        return Response(self.get_serializer(job).data, status.HTTP_202_ACCEPTED)

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    @action(detail=True)
    def file(self, request, pk):
        """The file of a job that is done."""
        job = self.get_object()
        try:
            data = job_file(job).open("rb")
        except FileNotFoundError as error:
            raise Http404 from error
        return FileResponse(data, as_attachment=True, filename=job.file_name)
