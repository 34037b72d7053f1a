"""
Strong phrases of German failure messages, by reason; lower case, NFKC. See `classifier.keywords.en` for the marks.
"""

from __future__ import annotations

from typing import Final

from classifier.keywords.spelling import spelled

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = spelled({
    "quota_exhausted": (
        "guthaben aufgebraucht", "guthaben ist aufgebraucht", "guthaben reicht nicht", "kein guthaben mehr",
        "nicht genügend guthaben", "nicht genug guthaben", "unzureichendes guthaben", "guthaben erschöpft",
        "guthaben ist erschöpft", "guthaben aufladen", "laden sie ihr guthaben", "kontingent erschöpft",
        "kontingent ist erschöpft", "kontingent aufgebraucht", "kontingent ist aufgebraucht", "ausgabenlimit",
        "abonnement ist abgelaufen", "abo ist abgelaufen", "unbezahlte rechnung", "zahlung erforderlich",
        "budget überschritten", "budget ist aufgebraucht", "testphase ist abgelaufen",
    ),
    "request_exceeds_limit": ("anfrage ist größer als das limit", "anfrage überschreitet das token-limit pro minute"),
    "usage_window": (
        "tageslimit", "tageskontingent", "tägliches limit", "tägliche limit", "wochenlimit", "stundenlimit",
        "nutzungslimit", "limit wird zurückgesetzt", "versuchen sie es morgen", "versuche es morgen",
    ),
    "throttled": (
        "zu viele anfragen", "zu viele anforderungen", "zu viele requests", "zu viele gleichzeitige",
        "zu viele anmeldeversuche", "zu viele token pro", "anfragelimit", "anforderungslimit", "ratenlimit",
        "ratenbegrenzung", "anfragen pro minute", "anfragen pro sekunde", "token pro minute",
        "grenzwert für anfragen", "wurde gedrosselt", "kontingent überschritten", "quote überschritten",
        "anfragerate zu hoch", "anfragelimit überschritten", "rate-limit überschritten",
    ),
    "connect_timeout": (
        "zeitüberschreitung beim verbindungsaufbau", "zeitüberschreitung der verbindung",
        "zeitüberschreitung bei der verbindung", "wartezeit für die verbindung ist abgelaufen",
        "verbindungszeitüberschreitung", "verbindungstimeout",
        "ein verbindungsversuch ist fehlgeschlagen, da die gegenstelle",
        "nach einer bestimmten zeitspanne nicht richtig reagiert",
    ),
    "gateway_timeout": (
        "zeitüberschreitung des gateways", "zeitüberschreitung am gateway", "gateway-zeitüberschreitung",
    ),
    "deadline_exceeded": ("frist überschritten", "frist ist abgelaufen", "frist abgelaufen"),
    "command_timeout": (
        "ausführungszeit überschritten", "maximale ausführungszeit", "zeitlimit überschritten",
        "zeitlimit wurde überschritten", "wegen zeitüberschreitung abgebrochen",
        "zeitüberschreitung beim warten auf die sperre", "befehl hat zu lange gedauert",
    ),
    "~read_timeout": ("zeitüberschreitung",),
    "read_timeout": (
        "zeitlimit der anfrage", "antwortet nicht rechtzeitig", "nicht rechtzeitig geantwortet",
        "keine antwort innerhalb", "hat zu lange gebraucht", "timeout für vorgang",
        "zeit für die anforderung ist abgelaufen", "antwort dauerte zu lange", "das zeitlimit wurde erreicht",
        "server antwortet nicht", "server reagiert nicht", "dienst antwortet nicht", "server hat nicht geantwortet",
    ),
    "refused": (
        "verbindung abgelehnt", "verbindung wurde abgelehnt", "verbindungsaufbau abgelehnt", "verbindung verweigert",
        "verbindung wurde verweigert", "die verbindung verweigerte", "verbindung zurückgewiesen",
        "verweigerte die verbindung", "lehnte die verbindung ab",
    ),
    "reset": (
        "verbindung zurückgesetzt", "verbindung wurde zurückgesetzt", "vom kommunikationspartner zurückgesetzt",
        "verbindung wurde vom remotehost", "vom remotehost geschlossen", "verbindung geschlossen",
        "verbindung wurde geschlossen", "verbindung unterbrochen", "verbindung wurde unterbrochen",
        "verbindung abgebrochen", "verbindung wurde abgebrochen", "verbindung getrennt", "verbindung wurde getrennt",
        "verbindung verloren", "verbindungsabbruch", "datenübergabe unterbrochen",
        "software auf dem hostcomputer wurde eine bestehende verbindung",
    ),
    "~dns": ("namensauflösung",),
    "dns": (
        "name oder der dienst ist nicht bekannt", "name oder dienst nicht bekannt", "host ist unbekannt",
        "host ist nicht bekannt", "unbekannter host", "unbekannter rechner", "hostname konnte nicht", "dns-fehler",
        "server-dns-adresse", "hostname konnte nicht aufgelöst werden", "remotename konnte nicht aufgelöst werden",
        "servername konnte nicht aufgelöst werden", "hostname kann nicht aufgelöst werden",
        "name konnte nicht aufgelöst werden",
    ),
    "tls_certificate": (
        "zertifikat ist abgelaufen", "zertifikat abgelaufen", "selbstsigniertes zertifikat",
        "selbst signiertes zertifikat", "zertifikat konnte nicht überprüft", "zertifikat konnte nicht verifiziert",
        "zertifikatsprüfung fehlgeschlagen", "zertifikatüberprüfung fehlgeschlagen", "remotezertifikat ist ungültig",
        "zertifikat ist ungültig", "ungültiges zertifikat", "zertifikat ist nicht vertrauenswürdig",
        "zertifikat konnte nicht geprüft",
    ),
    "tls_handshake": (
        "tls-handshake fehlgeschlagen", "ssl-handshake fehlgeschlagen", "handshake ist fehlgeschlagen",
        "sicherer kanal konnte nicht", "geschützten ssl/tls-kanal",
    ),
    "stream_broken": (
        "antwort vorzeitig beendet", "antwort wurde vorzeitig", "datenstrom unterbrochen",
        "datenstrom wurde unterbrochen", "stream wurde unterbrochen", "stream abgebrochen", "übertragung abgebrochen",
        "übertragung wurde unterbrochen", "unvollständig übertragen",
    ),
    "unreachable": (
        "netzwerk ist nicht erreichbar", "netzwerk nicht erreichbar", "netz ist nicht erreichbar", "keine route zum",
        "zielrechner nicht erreichbar", "host ist nicht erreichbar", "host nicht erreichbar",
        "server nicht erreichbar", "server ist nicht erreichbar", "dienst nicht erreichbar",
        "nicht mit dem server verbinden", "verbindung fehlgeschlagen", "verbindung ist fehlgeschlagen",
        "verbindung konnte nicht hergestellt", "keine verbindung hergestellt werden", "keine verbindung zum server",
        "keine internetverbindung", "verbindungsfehler", "netzwerkfehler", "verbindung zum remoteserver kann nicht",
    ),
    "~overloaded": ("hohe auslastung",),
    "overloaded": (
        "überlastet", "server ausgelastet", "server ist ausgelastet", "vorübergehend nicht verfügbar",
        "derzeit nicht verfügbar", "momentan nicht verfügbar", "zurzeit nicht verfügbar", "zu hohe auslastung",
        "modell wird noch geladen", "modell wird geladen", "keine kapazität", "kapazität erreicht",
        "wegen wartungsarbeiten",
    ),
    "server_error": ("fehler beim upstream", "upstream-fehler", "fehler des vorgelagerten servers"),
    "truncated_output": (
        "ausgabe wurde abgeschnitten", "antwort wurde abgeschnitten", "ausgabe abgeschnitten",
        "antwort abgeschnitten", "maximale ausgabelänge", "antwort ist unvollständig", "ausgabe ist unvollständig",
        "json ist abgeschnitten",
    ),
    "empty_output": (
        "leere antwort", "leere ausgabe", "antwort ist leer", "ausgabe ist leer", "antwort war leer",
        "keinen inhalt geliefert", "modell lieferte nichts", "ohne inhalt zurückgegeben",
    ),
    "malformed_tool_call": (
        "ungültiger werkzeugaufruf", "fehlerhafter werkzeugaufruf", "ungültiger tool-aufruf",
        "fehlerhafter tool-aufruf", "unbekanntes werkzeug aufgerufen", "ungültiger funktionsaufruf",
    ),
    "~schema_mismatch": ("ungültiges format", "falsches format"),
    "schema_mismatch": (
        "entspricht nicht dem schema", "passt nicht zum schema", "schema-validierung fehlgeschlagen",
        "schemavalidierung fehlgeschlagen", "schemaprüfung fehlgeschlagen", "unerwartetes format",
        "validierung der ausgabe fehlgeschlagen", "validierung der antwort fehlgeschlagen",
    ),
    "not_json": (
        "kein gültiges json", "ungültiges json", "ist kein json", "fehlerhaftes json", "json konnte nicht",
        "als json gelesen werden", "antwort konnte nicht geparst", "antwort kann nicht geparst",
        "antwort konnte nicht verarbeitet", "antwort konnte nicht als json", "unerwartetes token in json",
    ),
    "corrupt_data": (
        "datei ist beschädigt", "archiv ist beschädigt", "beschädigtes archiv", "prüfsumme stimmt nicht",
        "ungültige bytefolge",
    ),
    "refusal": ("modell hat die antwort verweigert", "modell lehnte die anfrage ab"),
    "tests_failed": (
        "tests fehlgeschlagen", "tests sind fehlgeschlagen", "test fehlgeschlagen", "test ist fehlgeschlagen",
        "tests schlugen fehl", "testlauf fehlgeschlagen", "kompilierung fehlgeschlagen", "übersetzung fehlgeschlagen",
        "build fehlgeschlagen", "build ist fehlgeschlagen",
    ),
    "oom_killed": (
        "speichergrenze überschritten", "speicherlimit überschritten", "wegen speichermangels beendet",
        "wegen speichermangel beendet", "arbeitsspeicherlimit",
    ),
    "crashed": (
        "speicherzugriffsfehler", "speicherabzug geschrieben", "unerwartet abgestürzt", "prozess ist abgestürzt",
        "zugriffsverletzung",
    ),
    "killed": (
        "prozess wurde beendet", "prozess wurde getötet", "durch signal beendet", "durch ein signal beendet",
        "prozess wurde abgeschossen",
    ),
    "start_failed": (
        "befehl nicht gefunden", "kommando nicht gefunden", "befehl wurde nicht gefunden",
        "entweder falsch geschrieben oder konnte nicht gefunden werden", "nicht als name eines cmdlet",
        "fehler im format der programmdatei", "kann binärdatei nicht ausführen", "programm konnte nicht gestartet",
    ),
    "sandbox_denied": (
        "von der sandbox blockiert", "von der sandbox verweigert", "in der sandbox nicht erlaubt",
        "sandbox verbietet",
    ),
    "container_failed": (
        "container läuft nicht", "container wurde nicht gefunden", "container konnte nicht gestartet",
        "container wurde unerwartet beendet", "sandbox nicht gefunden", "docker-daemon nicht",
    ),
    "~nonzero_exit": ("exit-code", "exitcode"),
    "nonzero_exit": (
        "rückgabewert ungleich null", "mit fehlercode beendet", "mit status 1 beendet", "mit code 1 beendet",
        "befehl fehlgeschlagen", "befehl ist fehlgeschlagen", "skript fehlgeschlagen", "ausführung fehlgeschlagen",
        "ausführung des befehls fehlgeschlagen",
    ),
    "target_ambiguous": (
        "mehrere treffer", "mehrfach gefunden", "kommt mehrmals vor", "mehrere übereinstimmungen",
        "mehrere fundstellen", "ist nicht eindeutig", "textstelle nicht eindeutig", "text kommt mehrfach vor",
        "suchtext kommt mehrfach vor", "stelle kommt mehrfach vor",
    ),
    "target_missing": (
        "zu ersetzender text nicht gefunden", "suchtext nicht gefunden", "suchtext wurde nicht gefunden",
        "gesuchte text wurde nicht", "keine übereinstimmung gefunden", "textstelle nicht gefunden",
        "keine ersetzung vorgenommen", "zu ersetzende text wurde nicht gefunden",
        "zu ersetzende zeichenkette wurde nicht gefunden", "zu ersetzende text nicht gefunden",
    ),
    "merge_conflict": (
        "merge-konflikt", "zusammenführungskonflikt", "konflikt (inhalt)", "automatischer merge fehlgeschlagen",
        "automatisches zusammenführen fehlgeschlagen", "konflikte beheben", "beheben sie die konflikte",
        "lösen sie die konflikte", "durch den merge überschrieben", "nicht zusammengeführte dateien",
    ),
    "malformed_patch": (
        "fehlerhafter patch", "ungültiger patch", "beschädigter patch", "patch-fragment ohne", "kein gültiger patch",
        "patch ist beschädigt", "ungültiges patch-format",
    ),
    "hunk_failed": (
        "patch konnte nicht angewendet", "patch kann nicht angewendet", "patch konnte nicht angewandt",
        "patch lässt sich nicht anwenden", "patch ließ sich nicht anwenden", "anwendung des patches fehlgeschlagen",
        "anwenden des patches fehlgeschlagen", "patch fehlgeschlagen", "patch nicht anwendbar",
        "änderungen konnten nicht angewendet", "änderung konnte nicht angewendet", "diff konnte nicht angewendet",
        "abschnitt fehlgeschlagen", "kontext stimmt nicht überein", "patch lässt sich nicht",
    ),
    "context_length": (
        "eingabe ist zu lang", "prompt ist zu lang", "eingabe zu lang", "maximale anzahl von tokens",
        "maximale tokenzahl", "maximale kontextlänge", "kontextlänge überschritten", "kontextlänge des modells",
        "kontextfenster überschritten", "kontextfenster des modells", "überschreitet das kontextfenster",
    ),
    "~content_policy": ("nutzungsrichtlinien",),
    "content_policy": (
        "inhaltsrichtlinie", "inhaltsfilter", "sicherheitsrichtlinie blockiert", "unangemessener inhalt",
        "anstößige inhalte",
    ),
    "model_not_found": (
        "modell nicht gefunden", "modell wurde nicht gefunden", "modell existiert nicht", "unbekanntes modell",
        "ungültiges modell", "modell wird nicht unterstützt", "modell ist nicht verfügbar",
    ),
    "auth_failed": (
        "ungültiger api-schlüssel", "api-schlüssel ist ungültig", "api-schlüssel ungültig", "api-schlüssel fehlt",
        "falscher api-schlüssel", "ungültiges token", "token ist abgelaufen", "token abgelaufen",
        "anmeldung fehlgeschlagen", "authentifizierung fehlgeschlagen", "authentifizierungsfehler",
        "authentisierung fehlgeschlagen", "nicht authentifiziert", "falsches passwort", "kennwort ist falsch",
        "ungültige anmeldedaten", "ungültige zugangsdaten", "sitzung ist abgelaufen", "nicht angemeldet",
    ),
    "~permission_denied": ("schreibgeschützt",),
    "permission_denied": (
        "zugriff verweigert", "zugriff wurde verweigert", "keine berechtigung", "fehlende berechtigung",
        "berechtigung fehlt", "nicht berechtigt", "unzureichende rechte", "unzureichende berechtigungen",
        "fehlende rechte", "operation nicht erlaubt", "operation ist nicht erlaubt", "vorgang ist nicht zulässig",
        "dateisystem ist nur lesbar",
    ),
    "not_found": (
        "seite nicht gefunden", "ressource nicht gefunden", "ressource wurde nicht gefunden",
        "tabelle existiert nicht", "repository nicht gefunden",
    ),
    "missing_file": (
        "datei oder verzeichnis nicht gefunden", "datei nicht gefunden", "datei wurde nicht gefunden",
        "verzeichnis nicht gefunden", "kann die angegebene datei nicht finden",
        "kann den angegebenen pfad nicht finden", "datei existiert nicht", "ordner existiert nicht",
    ),
    "!local_resource": ("plattenkontingent", "speicherplatzkontingent", "festplattenkontingent"),
    "local_resource": (
        "kein speicherplatz", "nicht genügend speicherplatz", "nicht genug speicherplatz", "zu wenig speicherplatz",
        "datenträger ist voll", "festplatte ist voll", "festplatte voll", "platte ist voll",
        "zu viele offene dateien", "nicht genügend arbeitsspeicher", "nicht genügend hauptspeicher",
        "speicher nicht allozieren", "adresse wird bereits verwendet", "adresse wird schon verwendet",
        "port ist bereits belegt", "port wird bereits verwendet",
    ),
    "~already_exists": ("existiert bereits", "ist bereits vorhanden"),
    "already_exists": ("doppelter schlüssel",),
    "~unsupported": ("wird nicht unterstützt",),
    "unsupported": ("nicht implementiert", "methode nicht erlaubt"),
    "~misconfigured": ("umgebungsvariable",),
    "misconfigured": ("ungültige konfiguration", "konfigurationsfehler"),
    "bad_request": (
        "ungültige anfrage", "fehlerhafte anfrage", "ungültige anforderung", "ungültiger parameter",
        "ungültiges argument", "ungültiger wert für", "ungültige eingabe",
    ),
    "cancelled": ("vom benutzer abgebrochen", "vom nutzer abgebrochen", "durch benutzer abgebrochen"),
    "programming_error": ("nullverweis", "objektverweis wurde nicht", "index außerhalb", "division durch null"),
}, accents=True, digraphs=True)  # fmt: skip
