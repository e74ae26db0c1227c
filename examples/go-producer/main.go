// Command go-producer makes a result and sends it to a session of a live server.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/live"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	tides, err := artifactkit.New("2 ports: Duluth 1.25 m, Fargo 1.5 m",
		artifactkit.Kind("table"), artifactkit.Title("Tides"),
		artifactkit.Payload([]byte(`{"columns":["port","high"],"rows":[["Duluth",1.25],["Fargo",1.5]]}`)))
	if err != nil {
		return err
	}
	made, why := artifactkit.Adapt(tides.JSON(), artifactkit.Options{}) // the event that travels
	if why != nil {
		return errors.New(why.Message)
	}
	event, err := live.Envelope{ID: "tides:1:result", Type: "tool_result", Event: made.Event}.JSON()
	if err != nil {
		return err
	}
	c := &live.Client{URL: os.Getenv("VITRINE_URL"), Token: os.Getenv("VITRINE_TOKEN")}
	if err := c.Ensure(ctx, "tides-go", "Tides of today", nil); err != nil {
		return err
	}
	acks, err := c.Push(ctx, "tides-go", event) // repeated until the server has it, and stored once
	for _, a := range acks {
		fmt.Println(a.ID)
	}
	return err
}
