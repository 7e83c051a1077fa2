"""Mode logic that fails as it is launched: see converse."""


class StubApp:
    def __init__(self, library, storage):
        pass

    def launch(self, options):
        raise RuntimeError("the app fails")
