"""
Strong phrases of French failure messages, by reason; lower case, NFKC. See `classifier.keywords.en` for the marks.
"""

from __future__ import annotations

from typing import Final

from classifier.keywords.spelling import spelled

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = spelled({
    "quota_exhausted": (
        "crédit insuffisant", "crédits insuffisants", "solde insuffisant", "solde épuisé", "crédits épuisés",
        "crédit épuisé", "plus de crédit", "plus assez de crédit", "quota épuisé", "quota est épuisé",
        "rechargez votre compte", "recharger votre compte", "budget dépassé", "budget épuisé", "paiement requis",
        "facture impayée", "abonnement a expiré", "abonnement expiré", "période d'essai terminée",
        "essai est terminé", "vérifiez votre forfait", "fonds insuffisants", "plafond de dépenses atteint",
        "limite de dépenses atteinte",
    ),
    "usage_window": (
        "limite quotidienne", "quota quotidien", "quota journalier", "limite journalière", "limite hebdomadaire",
        "limite horaire", "limite d'utilisation", "quota mensuel", "limite sera réinitialisée", "réessayez demain",
    ),
    "throttled": (
        "trop de requêtes", "trop de demandes", "trop d'appels", "trop de tentatives", "trop de connexions",
        "trop de jetons", "limite de requêtes", "limite de débit", "limite de taux", "limitation de débit",
        "requêtes par minute", "requêtes par seconde", "jetons par minute", "quota dépassé", "quota a été dépassé",
        "dépassement de quota", "dépassé votre quota", "débit dépassé", "nombre de requêtes dépassé",
        "limite d'appels dépassée", "nombre maximal de requêtes atteint",
    ),
    "connect_timeout": (
        "délai de connexion dépassé", "délai de connexion expiré", "délai d'attente de connexion",
        "connexion a expiré", "connexion terminée par expiration du délai", "expiration du délai de connexion",
        "temps de connexion dépassé", "tentative de connexion a échoué car le parti connecté",
    ),
    "gateway_timeout": ("délai d'attente de la passerelle", "délai de la passerelle", "passerelle n'a pas répondu"),
    "deadline_exceeded": ("échéance dépassée",),
    "command_timeout": (
        "temps d'exécution dépassé", "durée d'exécution dépassée", "durée maximale d'exécution",
        "temps maximal d'exécution", "limite de temps dépassée", "commande a pris trop de temps", "attente du verrou",
        "dépassé le temps imparti", "délai d'attente du verrou dépassé",
    ),
    "read_timeout": (
        "délai d'attente dépassé", "délai d'attente a expiré", "délai d'attente expiré",
        "délai d'attente de l'opération", "délai dépassé", "délai expiré", "délai imparti", "dépassement de délai",
        "dépassement du délai", "délai de réponse dépassé", "temps d'attente dépassé", "temps d'attente écoulé",
        "temps de réponse dépassé", "délai est dépassé", "n'a pas répondu à temps", "pas de réponse dans",
        "aucune réponse dans", "a mis trop de temps", "a expiré sans réponse", "expiration du délai",
        "délai de lecture dépassé", "délai d'attente de la requête", "délai d'attente de la réponse",
        "délai de la requête dépassé", "délai de la requête est dépassé",
        "serveur ne répond pas", "serveur ne répond plus", "service ne répond pas", "serveur n'a pas répondu",
    ),
    "refused": (
        "connexion refusée", "connexion a été refusée", "refusé la connexion", "refus de connexion",
        "refusée par le serveur", "l'ordinateur cible l'a expressément refusée",
    ),
    "reset": (
        "connexion réinitialisée", "connexion a été réinitialisée", "connexion ré-initialisée par le correspondant",
        "réinitialisée par le pair", "connexion fermée", "connexion a été fermée", "connexion interrompue",
        "connexion a été interrompue", "connexion perdue", "connexion coupée", "connexion a été coupée",
        "perte de connexion", "fermé la connexion", "fermée par l'hôte distant", "fermée par le serveur",
        "relais brisé", "tube rompu", "connexion rompue", "connexion abandonnée",
    ),
    "~dns": ("résolution de nom", "résolution du nom", "résolution dns"),
    "dns": (
        "nom ou service inconnu", "hôte inconnu", "nom d'hôte introuvable", "hôte introuvable", "erreur dns",
        "échec temporaire dans la résolution", "impossible de résoudre le nom", "impossible de résoudre l'hôte",
        "nom distant n'a pas pu être résolu",
    ),
    "tls_certificate": (
        "certificat expiré", "certificat a expiré", "certificat auto-signé", "certificat autosigné",
        "certificat invalide", "certificat non valide", "certificat n'est pas approuvé",
        "certificat distant n'est pas", "échec de la vérification du certificat",
        "la vérification du certificat a échoué", "impossible de vérifier le certificat",
    ),
    "tls_handshake": (
        "échec de la négociation", "canal sécurisé ssl/tls", "échec de la négociation tls",
        "échec de la négociation ssl", "échec de la poignée de main", "échec du handshake",
        "impossible de créer un canal sécurisé",
    ),
    "stream_broken": (
        "flux interrompu", "flux a été interrompu", "flux coupé", "transfert interrompu",
        "réponse terminée prématurément", "réponse interrompue", "lecture incomplète de la réponse",
    ),
    "unreachable": (
        "réseau inaccessible", "réseau est inaccessible", "réseau n'est pas accessible", "hôte inaccessible",
        "serveur inaccessible", "serveur est inaccessible", "serveur injoignable", "serveur est injoignable",
        "hôte injoignable", "service injoignable", "aucun chemin d'accès pour atteindre l'hôte", "aucune route vers",
        "impossible de se connecter", "impossible de joindre", "impossible d'établir une connexion",
        "impossible d'établir la connexion", "impossible de contacter", "échec de connexion", "échec de la connexion",
        "la connexion a échoué", "connexion impossible", "erreur de connexion", "erreur réseau",
        "pas de connexion internet", "connexion au serveur distant", "réseau non disponible",
    ),
    "overloaded": (
        "surchargé", "serveur est occupé", "service occupé", "temporairement indisponible",
        "momentanément indisponible", "actuellement indisponible", "capacité insuffisante", "capacité maximale",
        "forte demande", "forte charge", "modèle est en cours de chargement", "modèle en cours de chargement",
        "en cours de maintenance", "serveur est trop occupé",
    ),
    "server_error": ("erreur en amont", "erreur du serveur en amont", "erreur du fournisseur amont"),
    "truncated_output": (
        "réponse tronquée", "réponse a été tronquée", "sortie tronquée", "sortie a été tronquée", "json tronqué",
        "longueur maximale de sortie", "réponse coupée", "réponse incomplète", "sortie incomplète",
    ),
    "empty_output": (
        "réponse vide", "réponse est vide", "sortie vide", "sortie est vide", "contenu vide", "n'a rien renvoyé",
        "n'a rien retourné", "aucun contenu dans la réponse", "aucun texte dans la réponse",
    ),
    "malformed_tool_call": (
        "appel d'outil invalide", "appel d'outil non valide", "appel d'outil malformé", "appel d'outil incorrect",
        "outil inconnu appelé", "appel de fonction invalide", "appel de fonction mal formé",
    ),
    "~schema_mismatch": ("format invalide", "format non valide", "format incorrect"),
    "schema_mismatch": (
        "ne correspond pas au schéma", "non conforme au schéma", "n'est pas conforme au schéma",
        "ne respecte pas le schéma", "format inattendu", "format de réponse invalide",
        "validation de la réponse a échoué", "validation de la sortie", "validation du schéma a échoué",
        "échec de la validation du schéma", "échec de validation du schéma",
    ),
    "not_json": (
        "json invalide", "json non valide", "json n'est pas valide", "json mal formé", "json malformé",
        "json incorrect", "pas du json valide", "n'est pas du json", "impossible d'interpréter la réponse",
        "impossible d'analyser la réponse", "impossible d'analyser le json", "impossible d'analyser la sortie",
        "impossible de parser la réponse", "impossible de parser le json", "erreur d'analyse du json",
        "échec de l'analyse du json", "échec de l'analyse de la réponse", "impossible de décoder le json",
        "jeton inattendu dans le json",
    ),
    "corrupt_data": (
        "fichier corrompu", "fichier est corrompu", "archive corrompue", "somme de contrôle incorrecte",
        "données corrompues",
    ),
    "refusal": ("modèle a refusé de répondre", "modèle refuse de répondre"),
    "tests_failed": (
        "tests ont échoué", "test a échoué", "test échoué", "tests échoués", "échec des tests", "échec du test",
        "tests en échec", "suite de tests a échoué", "échec de la compilation", "la compilation a échoué",
        "erreur de compilation", "échec du build", "le build a échoué",
    ),
    "oom_killed": (
        "limite de mémoire dépassée", "limite mémoire dépassée", "tué par manque de mémoire",
        "dépassement de mémoire", "tué faute de mémoire",
    ),
    "crashed": ("erreur de segmentation", "faute de segmentation", "vidage mémoire"),
    "killed": (
        "processus tué", "processus a été tué", "tué par le signal", "terminé par le signal",
        "processus arrêté par un signal", "processus interrompu par",
    ),
    "start_failed": (
        "commande introuvable", "commande non trouvée", "n'est pas reconnu en tant que commande",
        "n'est pas reconnu comme nom d'applet de commande", "impossible d'exécuter le fichier binaire",
        "impossible de lancer le processus", "impossible de démarrer le processus", "erreur de format pour exec()",
    ),
    "sandbox_denied": (
        "bloqué par le bac à sable", "refusé par le bac à sable", "interdit dans le bac à sable",
        "refusé par la sandbox", "bloqué par la sandbox",
    ),
    "container_failed": (
        "conteneur n'est pas en cours", "conteneur introuvable", "conteneur s'est arrêté", "bac à sable introuvable",
        "conteneur n'a pas pu démarrer", "échec du démarrage du conteneur",
    ),
    "~nonzero_exit": (
        "code de sortie", "code de retour", "s'est terminé avec", "s'est terminée avec", "statut de sortie",
    ),
    "nonzero_exit": (
        "code d'erreur 1", "terminé avec le code", "la commande a échoué", "échec de la commande",
        "échec d'exécution", "échec de l'exécution", "l'exécution a échoué", "le script a échoué",
    ),
    "target_ambiguous": (
        "plusieurs correspondances", "plusieurs occurrences", "apparaît plusieurs fois", "trouvé plusieurs fois",
        "trouvée plusieurs fois", "correspondance ambiguë", "texte n'est pas unique", "chaîne n'est pas unique",
    ),
    "target_missing": (
        "texte recherché introuvable", "texte recherché n'a pas été trouvé", "bloc de recherche",
        "aucune correspondance trouvée", "aucune occurrence trouvée", "aucun remplacement effectué",
        "texte à remplacer introuvable", "texte à remplacer n'a pas été trouvé", "chaîne à remplacer introuvable",
        "chaîne à remplacer n'a pas été trouvée", "chaîne recherchée introuvable",
    ),
    "merge_conflict": (
        "conflit de fusion", "conflit (contenu)", "conflits de fusion", "échec de la fusion automatique",
        "la fusion automatique a échoué", "réglez les conflits", "résolvez les conflits", "résoudre les conflits",
        "seraient écrasées par la fusion", "fichiers non fusionnés", "conflit d'édition",
    ),
    "malformed_patch": (
        "patch corrompu", "correctif corrompu", "rustine corrompue", "patch invalide", "correctif invalide",
        "patch malformé", "patch mal formé", "rustine non valide", "fragment de patch sans", "patch non valide",
    ),
    "hunk_failed": (
        "le patch ne s'applique pas", "la rustine ne s'applique pas", "le correctif ne s'applique pas",
        "patch n'a pas pu être appliqué", "impossible d'appliquer le patch", "impossible d'appliquer le correctif",
        "impossible d'appliquer la rustine", "impossible d'appliquer les modifications",
        "impossible d'appliquer la modification", "impossible d'appliquer le diff", "échec de l'application du patch",
        "échec d'application du patch", "le patch a échoué", "section a échoué", "contexte ne correspond pas",
        "échec du patch", "l'application du correctif a échoué", "échec de l'application du correctif",
    ),
    "context_length": (
        "prompt est trop long", "entrée est trop longue", "entrée trop longue", "invite est trop longue",
        "nombre maximal de jetons", "nombre maximum de tokens", "longueur maximale du contexte",
        "longueur de contexte maximale", "dépasse la fenêtre de contexte", "fenêtre de contexte dépassée",
        "dépasse la longueur du contexte", "limite de contexte dépassée",
    ),
    "~content_policy": ("règles d'utilisation",),
    "content_policy": (
        "politique de contenu", "filtre de contenu", "contenu inapproprié", "contenu interdit",
        "pour des raisons de sécurité, le contenu", "politique d'utilisation enfreinte",
    ),
    "model_not_found": (
        "modèle introuvable", "modèle inconnu", "modèle n'existe pas", "modèle non trouvé", "modèle invalide",
        "modèle n'est pas pris en charge", "modèle n'est pas disponible",
    ),
    "auth_failed": (
        "clé api invalide", "clé api non valide", "clé api incorrecte", "clé api est invalide", "clé api manquante",
        "clé d'api invalide", "clé d'api non valide", "jeton invalide", "jeton expiré", "jeton a expiré",
        "jeton non valide", "échec d'authentification", "échec de l'authentification", "authentification a échoué",
        "erreur d'authentification", "authentification requise", "non authentifié", "non autorisé",
        "mot de passe incorrect", "identifiants incorrects", "identifiants invalides", "session a expiré",
        "session expirée",
    ),
    "permission_denied": (
        "permission refusée", "permission non accordée", "accès refusé", "accès interdit", "accès est refusé",
        "autorisation refusée", "opération non permise", "opération n'est pas permise", "droits insuffisants",
        "autorisations insuffisantes", "permissions insuffisantes", "pas l'autorisation", "pas les droits",
        "système de fichiers accessible en lecture seulement", "système de fichiers en lecture seule",
    ),
    "not_found": (
        "page introuvable", "page non trouvée", "ressource introuvable", "ressource non trouvée",
        "table n'existe pas", "dépôt introuvable",
    ),
    "missing_file": (
        "aucun fichier ou dossier de ce type", "aucun fichier ou dossier", "fichier introuvable",
        "fichier non trouvé", "fichier n'existe pas", "fichier spécifié est introuvable",
        "ne trouve pas le fichier spécifié", "chemin d'accès spécifié", "dossier introuvable",
        "répertoire introuvable",
    ),
    "!local_resource": ("quota de disque", "quota disque", "quota d'espace disque"),
    "local_resource": (
        "aucun espace disponible sur le périphérique", "plus d'espace disque", "espace disque insuffisant",
        "espace insuffisant", "disque plein", "disque est plein", "trop de fichiers ouverts", "mémoire insuffisante",
        "impossible d'allouer de la mémoire", "ne peut allouer de la mémoire", "adresse déjà utilisée",
        "port déjà utilisé", "port est déjà utilisé",
    ),
    "~already_exists": ("existe déjà",),
    "already_exists": ("clé dupliquée", "doublon de clé"),
    "~unsupported": ("non pris en charge", "n'est pas pris en charge"),
    "unsupported": ("non implémenté", "méthode non autorisée"),
    "~misconfigured": ("variable d'environnement",),
    "misconfigured": ("configuration invalide", "configuration incorrecte"),
    "bad_request": (
        "requête invalide", "requête incorrecte", "mauvaise requête", "requête non valide", "paramètre invalide",
        "paramètre incorrect", "argument invalide", "argument non valide", "valeur non valide pour",
    ),
    "cancelled": ("annulé par l'utilisateur", "annulée par l'utilisateur", "interrompu par l'utilisateur"),
    "programming_error": ("référence d'objet non définie", "index hors limites", "division par zéro"),
}, accents=True)  # fmt: skip
