"""What one viewer sees of a table, and what is new since the last look."""
