"""A browser and a server for the tests of the page.

Every page that a test opens is watched: an error on the console, a breach of the page's own
Content-Security-Policy, a request to any other machine, or an answer of the kind "500" makes the
test fail, whatever else it looks at.
"""

import contextlib
import re

import pytest
from docblocks import make_environment
from served import browsing, served

DESK = {"width": 1100, "height": 800}
SECONDS = 60
"""Until something that must come is given up: a busy machine compiles kernels for long."""
# Said to the console by every page before it does anything else, so that a breach is always seen.
REPORT_BREACHES = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`breach of ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}`));
"""


class Watch:
    """What went wrong on the pages of one test."""

    def __init__(self, address):
        self.address = address
        self.requests = []
        self.problems = []
        self.expected = []

    def expect(self, pattern):
        """Let a problem pass that matches *pattern*, and fail if it does not come."""
        self.expected.append(pattern)

    def look_at(self, page):
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on("request", self._request)
        page.on("response", self._response)

    def _console(self, message):
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request):
        self.requests.append(request.url)
        if not request.url.startswith((f"{self.address}/", "data:", "blob:")):
            self.problems.append(f"asks elsewhere: {request.url}")

    def _response(self, response):
        if response.status >= 500:
            self.problems.append(f"status {response.status}: {response.url}")

    def unexpected(self):
        left = [p for p in self.problems if not any(re.search(e, p) for e in self.expected)]
        absent = [
            f"did not come: {e}"
            for e in self.expected
            if not any(re.search(e, p) for p in self.problems)
        ]
        return left + absent


@pytest.fixture(scope="session")
def browser():
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Yield the page as it is served to all tests of this process."""
    folder = tmp_path_factory.mktemp("site")
    with served(folder, environment=make_environment(folder / "home")) as site:
        yield site
        assert site.process.poll() is None, f"the server ended:\n{site.said}"
    assert "Traceback" not in site.said, site.said


@pytest.fixture
def watch(site):
    watch = Watch(site.address)
    yield watch
    assert not (problems := watch.unexpected()), "\n".join(problems)


@pytest.fixture
def open_page(browser, site, watch):
    """Return a function that opens an empty page in a browser of its own, as options say."""
    with contextlib.ExitStack() as stack:

        def open_page(**options):
            context = browser.new_context(
                base_url=site.address, **({"viewport": DESK, "reduced_motion": "reduce"} | options)
            )
            stack.callback(context.close)
            context.set_default_timeout(SECONDS * 1000)
            if options.get("java_script_enabled", True):
                context.add_init_script(REPORT_BREACHES)
            context.on("page", watch.look_at)
            return context.new_page()

        yield open_page


@pytest.fixture
def page(open_page):
    return open_page()
