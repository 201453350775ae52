"""The paper of an evening: plain values in, PDF bytes out.

Every room offers `draw_...(values, paper) -> bytes`, and `..._pages(canvas, values, paper)` for a
pack that holds several kinds of paper.
"""
