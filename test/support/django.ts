/** As much of Django as its test command needs, for machines that do not have it. */
export const STAND_IN_DJANGO: Readonly<Record<string, string>> = {
  "django/__init__.py": "def setup():\n    from django.conf import settings\n    settings.load()\n",
  "django/conf.py":
    'import importlib\nimport os\n\n\nclass Settings:\n    def load(self):\n        self.module = importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"])\n\n    def __getattr__(self, name):\n        self.load()\n        return getattr(self.module, name)\n\n\nsettings = Settings()\n',
  "django/test/__init__.py":
    'import unittest\n\nfrom django.conf import settings\n\nsettings.NAME\n\n\nclass SimpleTestCase(unittest.TestCase):\n    pass\n\n\nclass TestCase(SimpleTestCase):\n    databases = []\n\n    @classmethod\n    def setUpClass(cls):\n        super().setUpClass()\n        if not TestCase.databases:\n            raise RuntimeError("no test database")\n',
  "django/test/utils.py":
    "def get_runner(settings):\n    from django.test.runner import DiscoverRunner\n    return DiscoverRunner\n",
  "django/test/runner.py":
    'import unittest\n\nfrom django.test import SimpleTestCase, TestCase\n\n\nclass DiscoverRunner:\n    reorder_by = (TestCase, SimpleTestCase)\n    test_loader = unittest.defaultTestLoader\n\n    def __init__(self, verbosity=1, interactive=True):\n        self.verbosity = verbosity\n\n    def build_suite(self, labels):\n        return self.test_loader.loadTestsFromNames(labels)\n\n    def run_suite(self, suite, **rest):\n        return unittest.TextTestRunner(verbosity=self.verbosity).run(suite)\n\n    def run_tests(self, labels):\n        suite = self.build_suite(labels)\n        TestCase.databases.append("test")\n        try:\n            result = self.run_suite(suite)\n        finally:\n            TestCase.databases.clear()\n        return len(result.failures) + len(result.errors)\n',
  "django/core/__init__.py": "",
  "django/core/management.py":
    'import sys\n\nimport django\n\n\ndef execute_from_command_line(argv):\n    django.setup()\n    from django.conf import settings\n    from django.test.utils import get_runner\n\n    labels = [each for each in argv[2:] if not each.startswith("-")]\n    sys.exit(bool(get_runner(settings)(verbosity=2).run_tests(labels)))\n',
};
