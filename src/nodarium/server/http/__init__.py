"""The HTTP interface: routes by subject, their description, and the files of the page."""
