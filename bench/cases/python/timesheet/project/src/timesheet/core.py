from datetime import date, datetime, timedelta

DAILY_MINUTES = 8 * 60


def parse_entry(line):
    """`2024-03-01 09:00-17:30 project` as (date, minutes, project)."""
    day, span, project = line.split(maxsplit=2)
    start, end = span.split("-")
    begin = datetime.strptime(f"{day} {start}", "%Y-%m-%d %H:%M")
    finish = datetime.strptime(f"{day} {end}", "%Y-%m-%d %H:%M")
    if finish < begin:
        finish += timedelta(days=1)
    minutes = (finish - begin).seconds // 60
    return begin.date(), minutes, project.strip()


def summarise(lines):
    totals = {}
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        _, minutes, project = parse_entry(line)
        totals[project] = totals.get(project, 0) + minutes
    return totals


def overtime(lines):
    by_day = {}
    for line in lines:
        day, minutes, _ = parse_entry(line)
        by_day.setdefault(day, []).append(minutes)
    return {day: sum(spans) - DAILY_MINUTES for day, spans in by_day.items() if sum(spans) > DAILY_MINUTES}


def week_of(day):
    """Monday and Sunday of the week that a day is in."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)
