"""All that travels between the table and its pages: read here, described here."""
