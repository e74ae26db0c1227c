package send

import "encoding/json"

// About is what the list of sessions shows of one, as JSON. Empty members are left out.
func About(title, agent, project, format string) []byte {
	text, err := json.Marshal(struct {
		Title   string `json:"title,omitempty"`
		Agent   string `json:"agent,omitempty"`
		Project string `json:"project,omitempty"`
		Format  string `json:"format,omitempty"`
	}{title, agent, project, format})
	if err != nil {
		return []byte("{}") // strings are always written
	}
	return text
}

func described(about []byte) (title string, more map[string]any, err error) {
	if err := json.Unmarshal(about, &more); err != nil {
		return "", nil, err
	}
	title, _ = more["title"].(string)
	delete(more, "title")
	return title, more, nil
}
