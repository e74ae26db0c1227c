# Results that Vitrine draws, with jsonlite alone. Copy what you need.
library(jsonlite)

# value is the text for the model, payload what is drawn. kind: text, table, image, code, diff or error.
vitrine_result <- function(value, kind, payload, title = NULL, call = NULL, name = NULL) {
  artifact <- list(schema = unbox("codeagent.tool-artifact"), version = unbox(1L), kind = unbox(kind),
                   status = unbox(if (kind == "error") "error" else "success"), icon = NULL, title = unbox(title), payload = payload)
  list(value = unbox(value), extra = list(codeagent = list(artifact = artifact)), request = list(id = unbox(call), name = unbox(name)))
}

# A data frame as the payload of a table.
vitrine_table <- function(df) list(columns = names(df), rows = unname(lapply(seq_len(nrow(df)), function(i) unname(lapply(df[i, , drop = TRUE], unbox)))))

vitrine_json <- function(result) toJSON(result, null = "null", digits = NA, na = "null")

# One result a line, for vitrine open, push, render --jsonl and the rest.
vitrine_save <- function(path, results) writeLines(vapply(results, function(r) as.character(vitrine_json(r)), ""), path, useBytes = TRUE)

# Sends a result to a session, which is made if it is not there. The command finds the server by VITRINE_URL, the token by VITRINE_TOKEN.
vitrine_push <- function(session, result) system2("vitrine", c("push", "--session", session), input = vitrine_json(result), stdout = TRUE)

# One string with its style inside, for a Quarto or R Markdown chunk: knitr::asis_output(vitrine_html(result)).
vitrine_html <- function(result) paste(system2("vitrine", c("render", "--styled"), input = vitrine_json(result), stdout = TRUE), collapse = "\n")
