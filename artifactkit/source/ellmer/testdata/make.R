# Writes one invented conversation in the forms in which R writes records: Rscript make.R FOLDER
# unboxed.json and boxed.json are toJSON with and without auto_unbox, serialized.json is serializeJSON, result.json one result.
library(jsonlite)

out <- commandArgs(trailingOnly = TRUE)[[1]]
record <- function(class, ..., package = "ellmer") list(version = 1, class = paste0(package, "::", class), props = list(...))
request <- function(id, name, ...) record("ContentToolRequest", id = id, name = name, arguments = list(...), extra = list())
png <- "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

catches <- data.frame(
  species = factor(c("herring", "mackerel")),
  landed  = as.Date(c("2026-03-02", NA)),
  kg      = c(12.5, NA),
  boxes   = c(3L, 4L)
)
turns <- list(
  record("SystemTurn", contents = list(record("ContentText", text = "You keep the books of the harbour."))),
  record("UserTurn", contents = list(
    record("ContentText", text = "What was landed?"),
    record("ContentImageInline", type = "image/png", data = png)
  )),
  record("AssistantTurn",
    contents = list(
      record("ContentThinking", thinking = "The landings are in one table.", extra = list(signature = "c2ln")),
      record("ContentText", text = "Two tables, "),
      record("ContentText", text = "one moment."),
      request("call_1", "landings", port = "Oban", `_intent` = "The user asked for the catch"),
      request("call_2", "chart")
    ),
    json = list(id = "resp_1"), tokens = c(210, 40, 0), cost = 0.0025, duration = 1.5, finish_reason = "tool_use"
  ),
  record("UserTurn", contents = list(
    record("ContentToolResult", value = catches, error = NULL,
      extra = list(display = list(title = "Landings", label = "Oban")), request = request("call_1", "landings", port = "Oban", `_intent` = "The user asked for the catch")),
    record("ContentToolResult",
      value = list(record("ContentText", text = "The chart:"), record("ContentImageInline", type = "image/png", data = png)),
      error = NULL, extra = list(), request = request("call_2", "chart"))
  )),
  record("AssistantTurn", contents = list(request("call_3", "prices", day = "sunday"), request("call_4", "notes")), tokens = c(300, 20, 200), cost = NA_real_, finish_reason = "tool_use"),
  record("UserTurn", contents = list(
    record("ContentToolResult", value = NULL, error = "the market is closed", extra = list(), request = request("call_3", "prices", day = "sunday")),
    record("NotesToolResult", value = c("first line", "second line"), error = NULL, extra = list(), path = "notes.txt",
      request = request("call_4", "notes"), package = "harbour")
  )),
  record("AssistantPartialTurn", contents = list(record("ContentText", text = "Herring and ")), tokens = c(NA, NA, NA), finish_reason = NA_character_, reason = "cancelled")
)
write <- function(file, text) writeLines(text, file.path(out, file), useBytes = TRUE)
write("unboxed.json", toJSON(turns, auto_unbox = TRUE, digits = NA))
write("boxed.json", toJSON(turns, pretty = TRUE, digits = NA))
write("serialized.json", serializeJSON(turns, digits = 8))
write("result.json", serializeJSON(turns[[4]]$props$contents[[1]], digits = 8))
