package main

// A stubApp fails as it is launched: see converse.
type stubApp struct{ state string }

func newStubApp(folder string, keep bool) (*stubApp, error) { return &stubApp{}, nil }

func (app *stubApp) didFinishLaunching() error { panic("the app fails") }
