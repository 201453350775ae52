"""How paper that shows cards is drawn."""

from django import forms
from django.utils.translation import gettext_lazy as _

from deals.prints.faces import ABRIDGED, FACES, Face
from deals.prints.hand_records import GRIDS

DIAGRAM, SORTED = "diagram", "sorted"


class CardPaperForm(forms.Form):
    """Each paper reads the questions that it has; what is not answered is as usual."""

    face = forms.ChoiceField(
        label=_("Cards"),
        initial=ABRIDGED.name,
        choices=[("abridged", _("aBRIDGEd: R Y G B")), ("bridge", _("Bridge: A K Q J"))],
    )
    order = forms.ChoiceField(
        label=_("Dealt from"),
        initial=DIAGRAM,
        choices=[(DIAGRAM, _("A shuffled pack")), (SORTED, _("A sorted pack"))],
    )
    boards = forms.TypedChoiceField(
        label=_("Boards a page"),
        coerce=int,
        initial=18,
        choices=[(size, str(size)) for size in GRIDS],
    )

    def __init__(self, data=None, **kwargs):
        if data is not None:
            usual = {name: field.initial for name, field in self.base_fields.items()}
            data = {name: data.get(name) or usual[name] for name in usual}
        super().__init__(data, **kwargs)

    @property
    def drawn_face(self) -> Face:
        return FACES[self.cleaned_data["face"]]
