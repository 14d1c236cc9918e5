from settings.reader import Settings, read

__all__ = ["Settings", "read"]
