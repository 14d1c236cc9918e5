from timesheet.core import overtime, parse_entry, summarise, week_of

__all__ = ["overtime", "parse_entry", "summarise", "week_of"]
