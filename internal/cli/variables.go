package cli

import "reflect"

// flagVariables lists the environment variables of a server's flags.
func flagVariables() (names []string) {
	t := reflect.TypeFor[liveSettings]()
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("env"); name != "" {
			names = append(names, name)
		}
	}
	return names
}
