"""What the table keeps: database, schema, migrations, backups. Nothing here decides."""
