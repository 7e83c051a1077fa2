"""Tests of the independent implementation; run ``python3 -m unittest discover`` in the folder above."""
