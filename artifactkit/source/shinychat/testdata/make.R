# Writes an invented conversation as shinychat's store for R lays it out, with one branch beside the current: Rscript make.R FOLDER
library(jsonlite)

out <- commandArgs(trailingOnly = TRUE)[[1]]
put <- function(file, text) writeLines(text, file.path(out, file), useBytes = TRUE)
record <- function(class, ...) list(version = 1, class = paste0("ellmer::", class), props = list(...))
turns <- list(
 list(record("UserTurn", contents=list(record("ContentText", text="How warm is it?"))),
      record("AssistantTurn", contents=list(record("ContentText", text="I look."), record("ContentToolRequest", id="c1", name="weather", arguments=list(city="Ely"), extra=list())), tokens=c(10,5,0), cost=0.001),
      record("UserTurn", contents=list(record("ContentToolResult", value=data.frame(hour=c(6,12), t=c(-3.5,2)), error=NULL, extra=list(display=list(title="Looked up Ely", label="Ely")), request=record("ContentToolRequest", id="c1", name="weather", arguments=list(city="Ely"), extra=list())))),
      record("AssistantTurn", contents=list(record("ContentText", text="It is **2 °C** at noon.")), tokens=c(20,5,0))),
 list(record("UserTurn", contents=list(record("ContentText", text="And tomorrow?"))), record("AssistantTurn", contents=list(record("ContentText", text="Colder.")))),
 list(record("UserTurn", contents=list(record("ContentText", text="And in Duluth?"))), record("AssistantTurn", contents=list(record("ContentText", text="About the same."))))
)
seq <- 0L; ids <- list(); lines <- character()
for (n in seq_along(turns)) { ids[[n]] <- list(); for (t in turns[[n]]) { lines <- c(lines, as.character(toJSON(list(seq=seq, data=serializeJSON(t)), auto_unbox=TRUE, null="null"))); ids[[n]] <- c(ids[[n]], seq); seq <- seq + 1L } }
put("turns.jsonl", lines)
node <- function(parent, children, i) list(parent=parent, children=children, turn_ids=ids[[i]], selected_child=NULL)
rec <- list(schema_version=1L, id="c_1", title="Weather", title_source="llm", response_count=3L, created_at="2026-03-01T09:00:00Z", updated_at="2026-03-01T09:05:00Z", client_info=list(provider="p", model="example-model"), current_leaf="n_0003",
  nodes=list(n_0001=node(NULL, list("n_0002","n_0003"), 1), n_0002=node("n_0001", list(), 2), n_0003=node("n_0001", list(), 3)), values=list(), bookmark_state_id=NULL)
put("record.json", toJSON(rec, auto_unbox=TRUE, null="null"))
put("ui.jsonl", as.character(toJSON(list(node_id="n_0001", data=list(list(role="user", segments=list(list(content="How warm is it?", content_type="text"))))), auto_unbox=TRUE, null="null")))
