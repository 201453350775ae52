"""Words of a night that templates need as filters."""

from django import template

from clubmanager.nights.queries.money import money_words

register = template.Library()
register.filter("money", money_words)
