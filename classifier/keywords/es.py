"""
Strong phrases of Spanish failure messages, by reason; lower case, NFKC. See `classifier.keywords.en` for the marks.
"""

from __future__ import annotations

from typing import Final

from classifier.keywords.spelling import spelled

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = spelled({
    "quota_exhausted": (
        "saldo insuficiente", "crédito insuficiente", "créditos insuficientes", "crédito agotado",
        "créditos agotados", "sin créditos", "sin crédito", "sin saldo", "saldo agotado", "no tiene saldo",
        "no hay saldo", "no tiene suficientes créditos", "no tienes créditos", "cuota agotada",
        "la cuota se ha agotado", "se agotó la cuota", "se ha agotado la cuota", "recargue su cuenta",
        "recarga tu cuenta", "presupuesto agotado", "presupuesto superado", "pago requerido", "factura impaga",
        "factura pendiente de pago", "suscripción ha expirado", "suscripción vencida", "suscripción caducada",
        "período de prueba ha terminado", "fondos insuficientes", "revise su plan", "límite de gasto alcanzado",
        "límite de gastos alcanzado", "alcanzado el límite de gasto",
    ),
    "usage_window": (
        "límite diario", "cuota diaria", "límite semanal", "límite por hora", "límite de uso", "límite mensual",
        "cuota mensual", "límite se restablecerá", "inténtelo mañana", "intente mañana", "vuelva a intentarlo mañana",
    ),
    "throttled": (
        "demasiadas solicitudes", "demasiadas peticiones", "demasiadas llamadas", "demasiadas consultas",
        "demasiados intentos", "demasiadas conexiones", "demasiados tokens", "límite de solicitudes",
        "límite de peticiones", "límite de tasa", "límite de frecuencia", "límite de uso de la api",
        "solicitudes por minuto", "peticiones por minuto", "solicitudes por segundo", "tokens por minuto",
        "cuota excedida", "cuota superada", "ha superado la cuota", "excedido la cuota", "se excedió la cuota",
        "superado el límite de", "excedido el límite de", "tasa excedida", "reduzca la velocidad",
        "límite de velocidad superado", "límite de velocidad excedido", "límite de llamadas superado",
    ),
    "connect_timeout": (
        "tiempo de conexión agotado", "expiró el tiempo de conexión", "tiempo de conexión excedido",
        "la conexión ha expirado", "conexión expirada", "expiró la conexión",
        "intento de conexión ya que la parte conectada", "conexión agotó el tiempo",
        "tiempo de espera de conexión agotado", "tiempo de espera de la conexión agotado",
        "agotado el tiempo de conexión",
    ),
    "gateway_timeout": (
        "tiempo de espera de la puerta de enlace", "tiempo de espera del gateway", "tiempo de espera de la pasarela",
        "puerta de enlace no respondió",
    ),
    "deadline_exceeded": ("plazo excedido", "plazo vencido", "se superó el plazo", "plazo agotado"),
    "command_timeout": (
        "tiempo de ejecución excedido", "tiempo máximo de ejecución", "tiempo de ejecución agotado",
        "límite de tiempo excedido", "límite de tiempo superado", "se superó el tiempo límite",
        "excedió el tiempo límite", "el comando tardó demasiado", "tiempo de espera de bloqueo agotado",
        "tiempo de espera de bloqueo excedido",
    ),
    "read_timeout": (
        "tiempo de espera agotado", "tiempo de espera excedido", "tiempo de espera superado", "se agotó el tiempo",
        "se ha agotado el tiempo", "agotado el tiempo de espera", "superado el tiempo de espera",
        "se excedió el tiempo", "excedió el tiempo de espera", "expiró el tiempo", "tiempo agotado",
        "tiempo de respuesta agotado", "tiempo de respuesta excedido", "no respondió a tiempo",
        "no ha respondido a tiempo", "sin respuesta del servidor", "tardó demasiado", "ha tardado demasiado",
        "caducó el tiempo", "tiempo de espera de la operación agotado", "tiempo de espera de la solicitud agotado",
        "no respondió dentro del",
        "servidor no responde", "servidor no respondió", "servidor no está respondiendo", "servicio no responde",
    ),
    "refused": (
        "conexión rechazada", "conexión fue rechazada", "conexión ha sido rechazada", "conexión rehusada",
        "conexión denegada", "rechazó la conexión", "rechazado la conexión", "denegó expresamente dicha conexión",
        "rechazó activamente", "rehusó la conexión", "se negó a aceptar la conexión",
    ),
    "reset": (
        "conexión reinicializada", "conexión reiniciada", "conexión restablecida por", "conexión fue restablecida",
        "se restableció la conexión", "conexión cerrada", "conexión fue cerrada", "conexión ha sido cerrada",
        "se cerró la conexión", "cerró la conexión", "cerrado la conexión", "cerrada por el host remoto",
        "conexión interrumpida", "se interrumpió la conexión", "conexión perdida", "se perdió la conexión",
        "se ha perdido la conexión", "conexión terminada", "conexión abortada", "conexión cortada",
        "se cortó la conexión", "tubería rota", "interrumpida por el host", "conexión finalizada por",
    ),
    "~dns": ("resolución de nombres", "resolución de nombre", "resolución del nombre"),
    "dns": (
        "nombre o servicio desconocido", "host desconocido", "servidor desconocido", "host no encontrado",
        "nombre de host desconocido", "error de dns", "fallo de dns", "no se pudo resolver el host",
        "no se pudo resolver el nombre", "no se puede resolver el nombre", "no se ha podido resolver el nombre",
        "fallo en la resolución", "falló la resolución",
    ),
    "tls_certificate": (
        "certificado caducado", "certificado expirado", "certificado vencido", "certificado ha caducado",
        "certificado ha expirado", "certificado autofirmado", "certificado inválido", "certificado no es válido",
        "certificado no válido", "certificado remoto no es", "certificado no es de confianza",
        "no se pudo verificar el certificado", "error al verificar el certificado",
        "falló la verificación del certificado", "error de verificación del certificado",
    ),
    "tls_handshake": (
        "handshake fallido", "falló el handshake", "error de handshake", "falló la negociación tls",
        "error en la negociación tls", "error en la negociación ssl", "no se puede crear un canal seguro",
        "no se pudo crear un canal seguro",
    ),
    "stream_broken": (
        "flujo interrumpido", "se interrumpió el flujo", "transmisión interrumpida", "se interrumpió la transmisión",
        "transferencia interrumpida", "respuesta interrumpida", "respuesta terminó antes", "terminó prematuramente",
        "lectura incompleta", "stream interrumpido",
    ),
    "unreachable": (
        "red inaccesible", "red es inaccesible", "red inalcanzable", "la red no es accesible", "host inaccesible",
        "host inalcanzable", "servidor inalcanzable", "servidor inaccesible", "no hay ruta hasta", "no hay ruta al",
        "no se pudo conectar", "no se puede conectar", "no se ha podido conectar", "no es posible conectar",
        "imposible conectar", "no fue posible conectar", "no se puede establecer una conexión",
        "no se ha podido establecer", "fallo de conexión", "fallo en la conexión", "falló la conexión",
        "error de conexión", "conexión fallida", "error de red", "error en la red", "fallo de red",
        "sin conexión a internet", "no hay conexión a internet", "no es posible conectar con el servidor remoto",
        "no se pudo establecer la conexión", "no se pudo establecer una conexión", "no se pudo establecer conexión",
    ),
    "overloaded": (
        "sobrecargado", "servidor ocupado", "servidor está ocupado", "servicio ocupado",
        "temporalmente no disponible", "no disponible temporalmente", "no está disponible temporalmente",
        "capacidad insuficiente", "capacidad máxima", "sin capacidad", "alta demanda", "mucha demanda",
        "modelo se está cargando", "modelo está cargando", "cargando el modelo", "servicio no está disponible",
        "servidor no está disponible", "modelo no está disponible en este momento",
    ),
    "server_error": (
        "error del servidor ascendente", "error en el servicio ascendente", "error del proveedor ascendente",
    ),
    "truncated_output": (
        "respuesta truncada", "respuesta fue truncada", "salida truncada", "salida fue truncada", "json truncado",
        "longitud máxima de salida", "respuesta incompleta", "salida incompleta", "respuesta quedó cortada",
    ),
    "empty_output": (
        "respuesta vacía", "respuesta está vacía", "salida vacía", "salida está vacía", "respuesta en blanco",
        "no devolvió ningún contenido", "no devolvió contenido", "sin contenido en la respuesta", "contenido vacío",
        "modelo no devolvió nada", "modelo no ha devuelto nada",
    ),
    "malformed_tool_call": (
        "llamada a herramienta inválida", "llamada a herramienta no válida", "llamada a la herramienta no es válida",
        "llamada de herramienta inválida", "llamada a función no válida", "llamada a función inválida",
        "herramienta desconocida solicitada", "llamada a herramienta mal formada",
    ),
    "~schema_mismatch": ("formato inválido", "formato no válido", "formato incorrecto"),
    "schema_mismatch": (
        "no coincide con el esquema", "no cumple con el esquema", "no cumple el esquema", "no se ajusta al esquema",
        "no respeta el esquema", "formato inesperado", "falló la validación de la respuesta",
        "falló la validación del esquema", "error de validación del esquema", "falló la validación de la salida",
    ),
    "not_json": (
        "json inválido", "json no válido", "no es un json válido", "no es json válido", "no es json",
        "json mal formado", "json malformado", "json incorrecto", "no se pudo interpretar la respuesta",
        "error de sintaxis en el json", "no se pudo analizar la respuesta", "no se pudo analizar el json",
        "no se pudo analizar la salida", "no se puede analizar la respuesta", "no se ha podido analizar la respuesta",
        "no se pudo parsear la respuesta", "no se pudo parsear el json", "error al analizar el json",
        "error al analizar la respuesta", "error al parsear el json", "error al decodificar el json",
        "error al decodificar la respuesta", "no se pudo decodificar el json", "token inesperado en json",
    ),
    "corrupt_data": (
        "archivo dañado", "archivo está dañado", "archivo corrupto", "fichero corrupto", "datos corruptos",
        "suma de comprobación",
    ),
    "refusal": ("modelo se negó a responder", "modelo rechazó responder"),
    "tests_failed": (
        "pruebas fallaron", "pruebas han fallado", "fallaron las pruebas", "prueba falló", "falló la prueba",
        "pruebas fallidas", "prueba fallida", "fallo en las pruebas", "tests fallaron", "tests han fallado",
        "tests fallidos", "falló la compilación", "la compilación falló", "error de compilación",
        "compilación fallida", "falló el build",
    ),
    "oom_killed": (
        "límite de memoria excedido", "límite de memoria superado", "terminado por falta de memoria",
        "superó el límite de memoria", "excedió el límite de memoria",
    ),
    "crashed": (
        "violación de segmento", "fallo de segmentación", "falla de segmentación", "core generado",
        "violación de acceso", "volcado de memoria creado", "volcado de core generado",
    ),
    "killed": (
        "proceso terminado por", "proceso fue terminado", "terminado por la señal", "terminado por señal",
        "proceso eliminado por", "proceso matado", "terminado (killed)", "matado por",
    ),
    "start_failed": (
        "orden no encontrada", "comando no encontrado", "no se encontró la orden", "no se encontró el comando",
        "no se reconoce como un comando", "no se reconoce como nombre de un cmdlet",
        "formato de ejecutable incorrecto", "no se puede ejecutar el fichero", "no se pudo iniciar el proceso",
        "instrucción no encontrada",
    ),
    "sandbox_denied": (
        "bloqueado por el sandbox", "denegado por el sandbox", "no permitido en el sandbox", "entorno aislado denegó",
    ),
    "container_failed": (
        "contenedor no está en ejecución", "contenedor no encontrado", "contenedor se detuvo", "contenedor terminó",
        "no se pudo iniciar el contenedor", "contenedor falló",
    ),
    "~nonzero_exit": ("código de salida", "código de retorno", "estado de salida"),
    "nonzero_exit": (
        "terminó con código", "terminó con error", "finalizó con código", "finalizó con error", "el comando falló",
        "falló el comando", "falló la ejecución", "la ejecución falló", "el script falló",
        "error al ejecutar el comando",
    ),
    "target_ambiguous": (
        "varias coincidencias", "múltiples coincidencias", "varias ocurrencias", "múltiples ocurrencias",
        "aparece varias veces", "coincidencia ambigua", "texto no es único", "cadena no es única",
        "coincide más de una vez", "aparece más de una vez",
    ),
    "target_missing": (
        "no se encontró el texto", "no se encontró la cadena", "bloque de búsqueda",
        "no se encontró ninguna coincidencia", "no se encontraron coincidencias", "ningún reemplazo",
        "no se realizó ningún reemplazo", "no se encontró el texto a reemplazar", "texto a reemplazar no encontrado",
        "cadena a reemplazar no encontrada", "texto a reemplazar no se encontró", "texto de búsqueda no se encontró",
        "texto de búsqueda no encontrado", "texto buscado no se encontró", "no se encontró el texto de búsqueda",
    ),
    "merge_conflict": (
        "conflicto de fusión", "conflictos de fusión", "conflicto de merge", "conflicto (contenido)",
        "falló la fusión automática", "fusión automática falló", "fusión automática fallida",
        "arregle los conflictos", "resuelva los conflictos", "resolver los conflictos",
        "serán sobrescritos al fusionar", "archivos sin fusionar",
    ),
    "malformed_patch": (
        "parche corrupto", "parche dañado", "parche inválido", "parche no válido", "parche mal formado",
        "parche malformado", "fragmento de parche sin", "parche está corrupto",
    ),
    "hunk_failed": (
        "el parche no aplica", "el parche no se aplica", "parche no se puede aplicar", "parche no se pudo aplicar",
        "parche no pudo aplicarse", "no se pudo aplicar el parche", "no se puede aplicar el parche",
        "no se ha podido aplicar el parche", "no se pudo aplicar el cambio", "no se pudieron aplicar los cambios",
        "no se pudo aplicar el diff", "error al aplicar el parche", "falló el parche", "parche falló",
        "el parche ha fallado", "parche fallido", "contexto no coincide", "fallo al aplicar el parche",
    ),
    "context_length": (
        "longitud máxima del contexto", "prompt es demasiado largo", "entrada es demasiado larga",
        "entrada demasiado larga", "número máximo de tokens", "máximo de tokens", "longitud máxima de contexto",
        "supera la ventana de contexto", "excede la ventana de contexto", "ventana de contexto superada",
        "límite de contexto superado", "excede la longitud del contexto", "excede el límite de contexto",
        "supera el límite de contexto",
    ),
    "content_policy": (
        "política de contenido", "políticas de contenido", "filtro de contenido", "contenido inapropiado",
        "contenido prohibido", "infringe las políticas de uso", "viola las políticas de uso",
        "por motivos de seguridad, el contenido",
    ),
    "model_not_found": (
        "modelo no encontrado", "modelo no existe", "modelo desconocido", "modelo inválido", "modelo no válido",
        "no se encontró el modelo", "modelo no está disponible", "modelo no es compatible",
    ),
    "auth_failed": (
        "clave de api no válida", "clave de api inválida", "clave de api incorrecta", "clave api inválida",
        "clave api no válida", "clave de api no es válida", "falta la clave de api", "token inválido",
        "token no válido", "token ha expirado", "token expirado", "token caducado", "token vencido",
        "autenticación fallida", "falló la autenticación", "fallo de autenticación", "error de autenticación",
        "error en la autenticación", "autenticación requerida", "no autenticado", "no autorizado",
        "contraseña incorrecta", "credenciales inválidas", "credenciales incorrectas", "credenciales no válidas",
        "sesión ha expirado", "sesión expirada", "sesión ha caducado",
    ),
    "permission_denied": (
        "permiso denegado", "permisos denegados", "acceso denegado", "acceso prohibido", "acceso restringido",
        "operación no permitida", "permisos insuficientes", "privilegios insuficientes", "no tiene permiso",
        "no tiene permisos", "no tienes permiso", "sin permiso para", "sistema de ficheros de sólo lectura",
        "sistema de archivos de solo lectura", "sistema de archivos de sólo lectura",
    ),
    "not_found": (
        "página no encontrada", "recurso no encontrado", "no se encontró el recurso", "la tabla no existe",
        "repositorio no encontrado",
    ),
    "missing_file": (
        "no existe el fichero o el directorio", "no existe el archivo o el directorio", "no existe el archivo",
        "no existe el fichero", "archivo no encontrado", "fichero no encontrado", "no se encontró el archivo",
        "no puede encontrar el archivo especificado", "no puede encontrar la ruta especificada",
        "no se encuentra el archivo", "directorio no encontrado",
    ),
    "!local_resource": ("cuota de disco",),
    "local_resource": (
        "no queda espacio en el dispositivo", "no hay espacio en disco", "sin espacio en disco",
        "espacio en disco insuficiente", "espacio insuficiente", "disco lleno", "disco está lleno",
        "demasiados archivos abiertos", "demasiados ficheros abiertos", "memoria insuficiente",
        "no se pudo asignar memoria", "no hay memoria suficiente", "no se puede asignar memoria",
        "la dirección ya se está usando", "dirección ya está en uso", "puerto ya está en uso",
    ),
    "~already_exists": ("ya existe",),
    "already_exists": ("clave duplicada", "entrada duplicada"),
    "~unsupported": ("no soportado", "no admitido"),
    "unsupported": ("no está soportado", "no implementado", "método no permitido"),
    "~misconfigured": ("variable de entorno",),
    "misconfigured": ("configuración inválida", "configuración no válida", "error de configuración"),
    "bad_request": (
        "solicitud incorrecta", "solicitud inválida", "solicitud no válida", "petición incorrecta",
        "petición inválida", "petición no válida", "parámetro inválido", "parámetro no válido", "argumento inválido",
        "argumento no válido", "valor no válido para",
    ),
    "cancelled": ("cancelado por el usuario", "cancelada por el usuario", "interrumpido por el usuario"),
    "programming_error": ("referencia a objeto no establecida", "índice fuera de rango", "división por cero"),
}, accents=True)  # fmt: skip
