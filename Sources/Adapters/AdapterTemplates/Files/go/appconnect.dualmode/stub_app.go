package main

import (
	"os"
	"path/filepath"
)

// A stubApp remembers its first mode, and does nothing else. It is here so that
// the adapter runs at once. Delete it when yours is in place.
type stubApp struct {
	path  string // "" if it has no folder
	state string
}

func newStubApp(folder string, keep bool) (*stubApp, error) {
	app := &stubApp{}
	if folder == "" {
		return app, nil
	}
	app.path = filepath.Join(folder, "mode")
	if !keep {
		return app, nil
	}
	text, err := os.ReadFile(app.path)
	if os.IsNotExist(err) {
		return app, nil
	}
	app.state = string(text)
	return app, err
}

func (app *stubApp) didFinishLaunching() error {
	if app.state != "" {
		return nil
	}
	app.state = "Undecided"
	if app.path == "" {
		return nil
	}
	return os.WriteFile(app.path, []byte(app.state), 0o600)
}
