"""Imitates the iOS shell in WebKit: one page at capacitor://localhost with a native bridge.

usage: native-shell.py FOLDER SCRIPT SOCKET, started by WebKitWebDriver
  FOLDER  the native bundle
  SCRIPT  the script that the shell injects before the app's scripts
  SOCKET  the socket of the fake plugins; one line of JSON per message, in both directions
"""

import mimetypes
import socket
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Soup", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, Soup, WebKit2  # noqa: E402

FILE_PREFIX = "/_capacitor_file_"

folder, script, address = sys.argv[1:4]
plugins = socket.socket(socket.AF_UNIX)
plugins.connect(address)


def main():
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    context.register_uri_scheme("capacitor", serve)
    # Like WKWebView for a scheme with a handler: a secure context that may call other origins.
    context.get_security_manager().register_uri_scheme_as_secure("capacitor")
    context.get_security_manager().register_uri_scheme_as_cors_enabled("capacitor")
    context.connect("automation-started", lambda _, session: on_automation(context, session))
    Gtk.main()


def on_automation(context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("native-shell")
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: open_page(context))


def open_page(context):
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("bridge")
    content.add_script(
        WebKit2.UserScript.new(
            Path(script).read_text(),
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
        )
    )
    page = WebKit2.WebView(
        web_context=context, user_content_manager=content, is_controlled_by_automation=True
    )
    content.connect("script-message-received::bridge", to_plugins)
    page.connect("script-dialog", answer_prompt)
    threading.Thread(target=from_plugins, args=[page], daemon=True).start()
    window = Gtk.Window()
    # Emitted when WebDriver ends its session.
    page.connect("close", lambda _: window.destroy())
    window.connect("destroy", Gtk.main_quit)
    window.add(page)
    window.show_all()
    return page


def serve(request):
    """Serves the bundle like WebViewAssetHandler: a path without an extension is a screen of the app."""
    path = unquote(urlsplit(request.get_uri()).path)
    if path.startswith(FILE_PREFIX):
        file = Path(path.removeprefix(FILE_PREFIX))
    else:
        file = Path(folder + (path if Path(path).suffix else "/index.html"))
    try:
        data = file.read_bytes()
    except OSError as error:
        request.finish_error(GLib.Error(str(error)))
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = Soup.MessageHeaders.new(Soup.MessageHeadersType.RESPONSE)
    headers.append("Content-Type", kind)
    headers.append("Cache-Control", "no-cache")
    stream = Gio.MemoryInputStream.new_from_data(data)
    response = WebKit2.URISchemeResponse.new(stream, len(data))
    response.set_content_type(kind)
    response.set_http_headers(headers)
    request.finish_with_response(response)


def to_plugins(_, message):
    plugins.sendall(message.get_js_value().to_json(0).encode() + b"\n")


def from_plugins(page):
    for line in plugins.makefile():
        GLib.idle_add(deliver, page, line)


def deliver(page, result):
    code = f"window.Capacitor.fromNative({result})"
    page.evaluate_javascript(code, -1, None, None, None, None)


def answer_prompt(_, dialog):
    """Answers the bridge's question whether to patch fetch and cookies with no, as in capacitor.config.ts."""
    if dialog.get_dialog_type() != WebKit2.ScriptDialogType.PROMPT:
        return False
    dialog.prompt_set_text("false")
    return True


main()
