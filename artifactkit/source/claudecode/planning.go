package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// todo shows a to-do list: the state before the words, called by what is being done, else by the last thing on it.
func todo(s *shown, failed bool) bool {
	todos := s.rich.Get("newTodos")
	if todos.Type() != protocol.Array {
		todos = s.input.Get("todos")
	}
	if failed || todos.Type() != protocol.Array || todos.Len() == 0 {
		return false
	}
	rows := []byte{'['}
	done, last := 0, ""
	for _, t := range todos.Elems() {
		if last = t.Get("content").Str(); t.Get("status").Str() == "completed" {
			done++
		}
		var row obj.Object
		row.Str("status", t.Get("status").Str())
		row.Str("content", t.Get("content").Str())
		row.Set("priority", t.Get("priority").Str())
		if t.Type() != protocol.Object {
			row = obj.Object{}
			row.Val("content", t)
		}
		if t.Get("status").Str() == "in_progress" && s.title == "" {
			s.title = source.TitleOf(t.Get("activeForm").Str())
		}
		if len(rows) > 1 {
			rows = append(rows, ',')
		}
		rows = append(rows, row.JSON()...)
	}
	if s.title == "" {
		s.title = source.TitleOf(last)
	}
	s.kind, s.preview = "table", itoa(done)+"/"+itoa(todos.Len())
	s.body.Raw("df", append(rows, ']'))
	if obj.Equal(todos, s.input.Get("todos")) {
		s.carry("newTodos")
	}
	if s.rich.Get("oldTodos").Len() == 0 {
		s.carry("oldTodos")
	}
	return true
}

// agent shows what a sub-agent reported.
func agent(s *shown, failed bool) bool {
	report := joined(s.rich.Get("content"))
	if report == "" {
		report = s.text
	}
	if failed || report == "" {
		return false
	}
	s.kind, s.title = "text", source.TitleOf(s.input.Get("description").Str())
	s.markdown(report)
	if len(s.rich.Get("content").Compact()) > 0 && textOnly(s.rich.Get("content")) {
		s.carry("content")
	}
	if s.rich.Get("prompt").Str() == s.input.Get("prompt").Str() {
		s.carry("prompt")
	}
	return true
}

// textOnly tells whether blocks hold nothing but text.
func textOnly(content protocol.Value) bool {
	for _, b := range content.Elems() {
		if b.Get("type").Str() != "text" || b.Len() != 2 {
			return false
		}
	}
	return true
}

// ask shows questions with their answers.
func ask(s *shown, failed bool) bool {
	answers := s.rich.Get("answers")
	if failed || answers.Type() != protocol.Object || answers.Len() == 0 {
		return false
	}
	rows := []byte{'['}
	for question, a := range answers.Members() {
		var row obj.Object
		row.Str("question", question)
		row.Val("answer", a)
		if len(rows) > 1 {
			rows = append(rows, ',')
		}
		rows = append(rows, row.JSON()...)
	}
	s.kind = "table"
	s.body.Raw("df", append(rows, ']'))
	s.carry("answers")
	if obj.Equal(s.rich.Get("questions"), s.input.Get("questions")) {
		s.carry("questions")
	}
	return true
}

// plan shows a plan that was agreed on.
func plan(s *shown, failed bool) bool {
	words := s.rich.Get("plan").Str()
	if words == "" {
		words = s.input.Get("plan").Str()
	}
	if failed || strings.TrimSpace(words) == "" {
		return false
	}
	s.kind, s.title = "text", source.TitleOf(strings.TrimLeft(strings.TrimSpace(words), "# "))
	s.markdown(words)
	s.carry("plan")
	return true
}
