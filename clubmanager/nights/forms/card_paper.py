"""How paper that shows cards is drawn."""

from django import forms
from django.utils.translation import gettext_lazy as _

from deals.prints.faces import ABRIDGED, FACES
from deals.prints.hand_records import GRIDS

DIAGRAM, SORTED = "diagram", "sorted"


class CardPaperForm(forms.Form):
    """Each paper reads the questions that it has; what is not asked is as usual."""

    face = forms.ChoiceField(
        label=_("Cards"),
        required=False,
        initial=ABRIDGED.name,
        choices=[("abridged", _("aBRIDGEd: R Y G B")), ("bridge", _("Bridge: A K Q J"))],
    )
    order = forms.ChoiceField(
        label=_("Dealt from"),
        required=False,
        initial=DIAGRAM,
        choices=[(DIAGRAM, _("A shuffled pack")), (SORTED, _("A sorted pack"))],
    )
    boards = forms.TypedChoiceField(
        label=_("Boards a page"),
        required=False,
        coerce=int,
        initial=18,
        choices=[(size, str(size)) for size in GRIDS],
    )

    def chosen(self, name: str):
        """The answer to a question, or the usual one."""
        return self.cleaned_data.get(name) or self.fields[name].initial

    @property
    def chosen_face(self):
        return FACES[self.chosen("face")]
