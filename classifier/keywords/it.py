"""
Strong phrases of Italian failure messages, by reason; lower case, NFKC. See `classifier.keywords.en` for the marks.
"""

from __future__ import annotations

from typing import Final

from classifier.keywords.spelling import spelled

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = spelled({
    "quota_exhausted": (
        "credito insufficiente", "crediti insufficienti", "credito esaurito", "crediti esauriti",
        "saldo insufficiente", "saldo esaurito", "quota esaurita", "la quota è esaurita",
        "credito residuo insufficiente", "ricarica il tuo account", "ricaricare il conto", "budget esaurito",
        "budget superato", "pagamento richiesto", "fattura non pagata", "fattura insoluta", "abbonamento è scaduto",
        "abbonamento scaduto", "periodo di prova terminato", "periodo di prova è scaduto", "fondi insufficienti",
        "controlla il tuo piano", "limite di spesa raggiunto", "raggiunto il limite di spesa",
    ),
    "usage_window": (
        "limite giornaliero", "quota giornaliera", "limite settimanale", "limite orario", "limite di utilizzo",
        "limite mensile", "quota mensile", "limite verrà reimpostato", "riprova domani", "riprovare domani",
    ),
    "throttled": (
        "troppe richieste", "troppe chiamate", "troppi tentativi", "troppe connessioni", "troppi token",
        "limite di richieste", "limite delle richieste", "limite di frequenza", "richieste al minuto",
        "richieste per minuto", "richieste al secondo", "token al minuto", "quota superata", "superata la quota",
        "hai superato la quota", "superato il limite di", "numero massimo di richieste",
        "limite di velocità superato", "limite di chiamate superato", "frequenza di richieste troppo alta",
        "limite di richieste superato",
    ),
    "connect_timeout": (
        "tempo di connessione scaduto", "tempo scaduto per la connessione", "tempo di connessione esaurito",
        "connessione scaduta", "la connessione è scaduta", "scadenza della connessione",
        "impossibile stabilire la connessione. risposta non corretta della parte connessa",
        "timeout di connessione scaduto", "timeout della connessione scaduto", "timeout durante la connessione",
    ),
    "gateway_timeout": ("gateway non ha risposto", "tempo scaduto del gateway"),
    "deadline_exceeded": ("scadenza superata", "termine superato"),
    "command_timeout": (
        "tempo di esecuzione superato", "tempo massimo di esecuzione", "tempo di esecuzione scaduto",
        "limite di tempo superato", "superato il limite di tempo", "comando ha impiegato troppo",
        "attesa del blocco scaduta",
    ),
    "read_timeout": (
        "tempo scaduto", "tempo di attesa scaduto", "tempo di attesa esaurito", "tempo di attesa superato",
        "tempo d'attesa scaduto", "tempo esaurito", "attesa scaduta", "scaduto il timeout",
        "non ha risposto in tempo", "non ha risposto entro", "nessuna risposta entro", "nessuna risposta dal server",
        "ha impiegato troppo tempo", "ha impiegato troppo", "richiesta scaduta", "la richiesta è scaduta",
        "tempo di risposta scaduto", "tempo di risposta superato", "timeout della richiesta scaduto",
        "timeout dell'operazione scaduto",
        "server non risponde", "server non ha risposto", "server non sta rispondendo", "servizio non risponde",
    ),
    "refused": (
        "connessione rifiutata", "connessione è stata rifiutata", "rifiutato la connessione", "connessione negata",
        "rifiuto persistente del computer di destinazione", "rifiuta la connessione", "connessione respinta",
    ),
    "reset": (
        "connessione reimpostata", "connessione ripristinata dal peer", "connessione ripristinata dall'host",
        "connessione interrotta",
        "connessione è stata interrotta", "connessione chiusa", "connessione è stata chiusa", "connessione terminata",
        "connessione persa", "connessione è stata persa", "connessione caduta", "connessione azzerata",
        "connessione annullata", "chiuso la connessione", "interrotta forzatamente dall'host remoto",
        "chiusa dall'host remoto", "connessione in corso interrotta", "pipe interrotta", "perdita di connessione",
        "connessione è stata reimpostata",
    ),
    "~dns": ("risoluzione del nome", "risoluzione dei nomi", "risoluzione nome", "risoluzione dns"),
    "dns": (
        "nome o servizio sconosciuto", "host sconosciuto", "host non trovato", "errore dns",
        "errore temporaneo nella risoluzione", "impossibile risolvere il nome remoto",
        "impossibile risolvere il nome", "impossibile risolvere l'host", "impossibile risolvere l'indirizzo",
        "risoluzione del nome fallita", "non è stato possibile risolvere il nome",
    ),
    "tls_certificate": (
        "certificato scaduto", "certificato è scaduto", "certificato autofirmato", "certificato non valido",
        "certificato non è valido", "certificato non attendibile", "impossibile verificare il certificato",
        "verifica del certificato fallita", "verifica del certificato non riuscita",
    ),
    "tls_handshake": (
        "handshake fallito", "handshake non riuscito", "errore di handshake", "negoziazione tls fallita",
        "negoziazione ssl fallita", "impossibile creare un canale sicuro",
        "impossibile creare un canale ssl/tls sicuro",
    ),
    "stream_broken": (
        "flusso interrotto", "flusso è stato interrotto", "trasmissione interrotta", "trasferimento interrotto",
        "risposta interrotta", "risposta terminata prematuramente", "terminato prematuramente", "lettura incompleta",
        "stream interrotto",
    ),
    "unreachable": (
        "rete non raggiungibile", "rete irraggiungibile", "la rete non è raggiungibile", "host non raggiungibile",
        "host irraggiungibile", "server non raggiungibile", "server irraggiungibile",
        "nessun instradamento per l'host", "impossibile connettersi", "impossibile collegarsi",
        "impossibile stabilire una connessione", "impossibile stabilire la connessione", "impossibile contattare",
        "connessione fallita", "connessione non riuscita", "errore di connessione", "errore di rete",
        "problema di rete", "nessuna connessione internet", "connessione internet assente",
        "impossibile effettuare la connessione al server remoto", "impossibile raggiungere il server",
        "impossibile raggiungere l'host",
    ),
    "overloaded": (
        "sovraccarico", "server occupato", "server è occupato", "servizio occupato",
        "temporaneamente non disponibile", "momentaneamente non disponibile", "attualmente non disponibile",
        "capacità insufficiente", "capacità massima", "nessuna capacità", "forte richiesta", "elevata richiesta",
        "modello è in fase di caricamento", "modello in caricamento", "caricamento del modello",
        "servizio non disponibile", "server non disponibile", "modello non disponibile al momento",
    ),
    "server_error": ("errore a monte", "errore del server upstream", "errore del provider upstream"),
    "truncated_output": (
        "risposta troncata", "risposta è stata troncata", "output troncato", "output è stato troncato",
        "json troncato", "lunghezza massima dell'output", "risposta incompleta", "risposta tagliata",
        "output incompleto",
    ),
    "empty_output": (
        "risposta vuota", "la risposta è vuota", "output vuoto", "l'output è vuoto", "contenuto vuoto",
        "non ha restituito contenuto", "nessun contenuto nella risposta", "nessun testo nella risposta",
        "modello non ha restituito nulla",
    ),
    "malformed_tool_call": (
        "chiamata allo strumento non valida", "chiamata a strumento non valida", "chiamata di funzione non valida",
        "strumento sconosciuto richiesto", "chiamata allo strumento malformata",
    ),
    "~schema_mismatch": ("formato non valido", "formato errato"),
    "schema_mismatch": (
        "non corrisponde allo schema", "non conforme allo schema", "non è conforme allo schema",
        "non rispetta lo schema", "formato inatteso", "formato imprevisto", "validazione dello schema fallita",
        "convalida dello schema fallita", "convalida dello schema non riuscita", "validazione della risposta fallita",
    ),
    "not_json": (
        "json non valido", "json non è valido", "non è un json valido", "non è json", "json malformato",
        "json errato", "impossibile interpretare la risposta", "impossibile analizzare la risposta",
        "impossibile analizzare il json", "impossibile analizzare l'output", "impossibile decodificare la risposta",
        "impossibile decodificare il json", "errore di parsing del json", "errore di parsing della risposta",
        "errore nel parsing del json", "errore nel parsing della risposta", "errore durante l'analisi del json",
        "errore di decodifica del json", "token imprevisto nel json", "token inatteso nel json",
    ),
    "corrupt_data": (
        "file danneggiato", "file è danneggiato", "file corrotto", "archivio danneggiato", "dati corrotti",
    ),
    "refusal": ("modello si è rifiutato di rispondere", "modello ha rifiutato di rispondere"),
    "tests_failed": (
        "test falliti", "test fallito", "i test sono falliti", "il test è fallito", "test non superati",
        "test non superato", "suite di test fallita", "la compilazione è fallita", "compilazione fallita",
        "compilazione non riuscita", "errore di compilazione", "build fallita", "build non riuscita",
    ),
    "oom_killed": (
        "limite di memoria superato", "superato il limite di memoria", "terminato per memoria esaurita",
        "terminato per mancanza di memoria", "ucciso per mancanza di memoria",
    ),
    "crashed": ("errore di segmentazione", "dump del nucleo creato", "violazione di accesso", "core dump creato"),
    "killed": (
        "processo terminato da", "processo è stato terminato", "processo ucciso", "processo è stato ucciso",
        "terminato dal segnale", "ucciso dal segnale",
    ),
    "start_failed": (
        "comando non trovato", "non è riconosciuto come comando interno", "non è riconosciuto come nome di cmdlet",
        "formato di exec errato", "impossibile eseguire il file binario", "impossibile avviare il processo",
    ),
    "sandbox_denied": (
        "bloccato dalla sandbox", "negato dalla sandbox", "non consentito nella sandbox",
        "non consentita nella sandbox",
    ),
    "container_failed": (
        "contenitore non è in esecuzione", "container non è in esecuzione", "container non trovato",
        "contenitore non trovato", "impossibile avviare il container", "impossibile avviare il contenitore",
        "container si è arrestato",
    ),
    "~nonzero_exit": ("codice di uscita", "codice di ritorno", "stato di uscita"),
    "nonzero_exit": (
        "terminato con codice", "terminato con errore", "uscito con codice", "uscito con stato", "comando fallito",
        "il comando è fallito", "comando non riuscito", "esecuzione fallita", "esecuzione non riuscita",
        "l'esecuzione è fallita", "script fallito", "errore durante l'esecuzione del comando",
    ),
    "target_ambiguous": (
        "più corrispondenze", "più occorrenze", "corrispondenze multiple", "occorrenze multiple",
        "più di una corrispondenza", "compare più volte", "appare più volte", "corrispondenza ambigua",
        "testo non è univoco", "stringa non è univoca", "compare più di una volta", "trovato più di una volta",
        "trovata più volte",
    ),
    "target_missing": (
        "blocco di ricerca", "nessuna corrispondenza trovata", "nessuna occorrenza trovata", "nessuna sostituzione",
        "testo originale non trovato", "testo da sostituire non", "stringa da sostituire non",
        "testo cercato non trovato", "testo cercato non è stato trovato", "testo di ricerca non trovato",
    ),
    "merge_conflict": (
        "conflitto di merge", "conflitti di merge", "conflitto di unione", "conflitto (contenuto)",
        "merge automatico fallito", "merge automatico non riuscito", "risolvi i conflitti", "correggi i conflitti",
        "sarebbero sovrascritte dal merge", "file non uniti",
    ),
    "malformed_patch": (
        "patch corrotta", "patch danneggiata", "patch non valida", "patch malformata", "patch errata",
        "frammento di patch senza",
    ),
    "hunk_failed": (
        "la patch non si applica", "patch non può essere applicata", "impossibile applicare la patch",
        "impossibile applicare la modifica", "impossibile applicare le modifiche", "impossibile applicare il diff",
        "patch non applicabile", "patch fallita", "patch non riuscita", "errore nell'applicare la patch",
        "contesto non corrisponde", "non è stato possibile applicare la patch", "applicazione della patch fallita",
        "applicazione della patch non riuscita",
    ),
    "context_length": (
        "lunghezza massima del contesto", "prompt è troppo lungo", "prompt troppo lungo", "input è troppo lungo",
        "input troppo lungo", "numero massimo di token", "lunghezza massima di contesto",
        "supera la finestra di contesto", "finestra di contesto superata", "limite di contesto superato",
        "supera la lunghezza del contesto", "supera il limite di contesto", "eccede la finestra di contesto",
    ),
    "content_policy": (
        "norme sui contenuti", "politica sui contenuti", "filtro dei contenuti", "filtro contenuti",
        "contenuto inappropriato", "contenuto vietato", "viola le norme di utilizzo", "viola le nostre norme",
    ),
    "model_not_found": (
        "modello non trovato", "modello non esiste", "modello sconosciuto", "modello non valido",
        "modello non è disponibile", "modello non supportato",
    ),
    "auth_failed": (
        "chiave api non valida", "chiave api errata", "chiave api mancante", "chiave api non è valida",
        "token non valido", "token scaduto", "token è scaduto", "autenticazione fallita",
        "autenticazione non riuscita", "errore di autenticazione", "autenticazione richiesta", "non autenticato",
        "non autorizzato", "password errata", "password non corretta", "credenziali non valide", "credenziali errate",
        "sessione scaduta", "sessione è scaduta", "accesso non riuscito",
    ),
    "permission_denied": (
        "permesso negato", "permessi negati", "autorizzazione negata", "accesso negato", "accesso vietato",
        "accesso non consentito", "operazione non permessa", "operazione non consentita", "permessi insufficienti",
        "autorizzazioni insufficienti", "privilegi insufficienti", "non hai il permesso",
        "non si dispone delle autorizzazioni", "non dispone dei permessi", "file system in sola lettura",
        "file system di sola lettura",
    ),
    "not_found": ("pagina non trovata", "risorsa non trovata", "tabella non esiste", "repository non trovato"),
    "missing_file": (
        "file o directory non esistente", "nessun file o directory", "file non trovato", "il file non esiste",
        "impossibile trovare il file specificato", "impossibile trovare il percorso specificato",
        "cartella non trovata", "directory non trovata",
    ),
    "!local_resource": ("quota disco", "quota di disco"),
    "local_resource": (
        "spazio esaurito sul device", "spazio esaurito sul dispositivo", "spazio su disco esaurito",
        "spazio su disco insufficiente", "spazio insufficiente", "disco pieno", "il disco è pieno",
        "troppi file aperti", "memoria insufficiente", "impossibile allocare memoria",
        "impossibile allocare la memoria", "indirizzo già in uso", "porta già in uso", "porta è già in uso",
    ),
    "~already_exists": ("esiste già", "già esistente"),
    "already_exists": ("chiave duplicata",),
    "~unsupported": ("non è supportato", "non supportato"),
    "unsupported": ("non implementato", "metodo non consentito"),
    "~misconfigured": ("variabile d'ambiente", "variabile di ambiente"),
    "misconfigured": ("configurazione non valida", "errore di configurazione"),
    "bad_request": (
        "richiesta non valida", "richiesta errata", "richiesta malformata", "parametro non valido",
        "parametro errato", "argomento non valido", "valore non valido per",
    ),
    "cancelled": ("annullato dall'utente", "annullata dall'utente", "interrotto dall'utente"),
    "programming_error": ("riferimento a un oggetto non impostato", "divisione per zero"),
}, accents=True)  # fmt: skip
