package main

import "strings"

// A stubLibrary knows its scheme and refuses every request. It is here so that
// the adapter runs at once. Delete it when yours is in place.
type stubLibrary struct {
	scheme   string // with its colon
	delegate stubDelegate
	openURL  func(url string)
}

// A stubDelegate is what the library asks of its app.
type stubDelegate interface {
	ApplyConfiguration(set *stubSet) bool
	RevertConfiguration(set *stubSet) bool
}

// A stubSet is a configuration as the library hands it to the delegate, and
// takes the delegate's records.
type stubSet struct {
	Category *string
	Values   map[string]any
	Keys     []string // of a set that is to be reverted
}

func (set *stubSet) DidApply(key string)                           {}
func (set *stubSet) DidApplyWithOldValue(key string, oldValue any) {}
func (set *stubSet) DidNotApply(key string)                        {}

func newStubLibrary(bundleIdentifier, apiKey, urlScheme string) *stubLibrary {
	if urlScheme == "" {
		urlScheme = "x-absolutemanageconfig." + bundleIdentifier
	}
	return &stubLibrary{scheme: urlScheme + ":"}
}

func (library *stubLibrary) HandleConfigURL(url string) bool {
	count := len(library.scheme)
	if len(url) < count || !strings.EqualFold(url[:count], library.scheme) {
		return false
	}
	// A library would verify the token and unpack the data here, call
	// ApplyConfiguration or RevertConfiguration, and echo profile, payload and
	// token.
	library.openURL("absoluteapps://thirdpartyprofilestatus?status=Error&errorCode=7")
	return true
}
