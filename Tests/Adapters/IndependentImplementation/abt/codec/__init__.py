"""The wire formats: property lists, packing, Base64, percent-coding, tokens, Blowfish, URLs, chunks and dialects.

Each module is a set of pure functions over bytes and values. None keeps state, and none knows of delegates or callbacks.
"""
