"""
Strong phrases of Portuguese failure messages, by reason; lower case, NFKC.

Brazilian and European wording. See `classifier.keywords.en` for the marks.
"""

from __future__ import annotations

from typing import Final

from classifier.keywords.spelling import spelled

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = spelled({
    "quota_exhausted": (
        "saldo insuficiente", "crédito insuficiente", "créditos insuficientes", "créditos esgotados",
        "crédito esgotado", "sem créditos", "sem crédito", "sem saldo", "saldo esgotado", "não há saldo",
        "não tem saldo", "não possui créditos", "cota esgotada", "quota esgotada", "cota foi esgotada",
        "recarregue sua conta", "recarregue a sua conta", "orçamento excedido", "orçamento esgotado",
        "pagamento necessário", "fatura em aberto", "fatura não paga", "assinatura expirou", "assinatura expirada",
        "subscrição expirou", "período de teste terminou", "fundos insuficientes", "verifique seu plano",
        "limite de gastos atingido", "atingiu o limite de gastos",
    ),
    "usage_window": (
        "limite diário", "cota diária", "quota diária", "limite semanal", "limite por hora", "limite de uso",
        "limite de utilização", "limite mensal", "limite será redefinido", "tente novamente amanhã", "tente amanhã",
    ),
    "throttled": (
        "muitas solicitações", "muitas requisições", "muitos pedidos", "demasiados pedidos",
        "demasiadas solicitações", "excesso de requisições", "excesso de solicitações", "excesso de pedidos",
        "muitas tentativas", "demasiadas tentativas", "muitas conexões", "muitas chamadas", "limite de requisições",
        "limite de solicitações", "limite de pedidos", "limite de taxa", "requisições por minuto",
        "solicitações por minuto", "pedidos por minuto", "requisições por segundo", "tokens por minuto",
        "cota excedida", "quota excedida", "cota foi excedida", "excedeu a cota", "excedeu sua cota",
        "excedeu o limite de", "taxa excedida", "limite de velocidade excedido", "limite de chamadas excedido",
    ),
    "connect_timeout": (
        "tempo de conexão esgotado", "tempo esgotado para conexão", "conexão expirou", "tempo esgotado ao conectar",
        "tentativa de conexão falhou porque o componente conectado", "tempo de ligação esgotado",
        "conexão atingiu o tempo limite", "tempo limite de conexão excedido", "tempo limite de conexão esgotado",
        "tempo limite da conexão excedido", "tempo de espera da conexão esgotado",
    ),
    "gateway_timeout": ("tempo limite do gateway", "tempo esgotado no gateway", "gateway não respondeu"),
    "deadline_exceeded": ("prazo excedido", "prazo expirou", "prazo esgotado"),
    "command_timeout": (
        "tempo de execução excedido", "tempo máximo de execução", "limite de tempo excedido",
        "excedeu o tempo limite", "excedeu o limite de tempo", "comando demorou demais",
        "tempo limite de execução excedido", "tempo de espera pelo bloqueio excedido",
    ),
    "read_timeout": (
        "tempo esgotado", "tempo limite esgotado", "tempo limite excedido", "tempo limite atingido",
        "tempo limite foi atingido", "esgotado o tempo", "esgotou-se o tempo", "tempo de espera esgotado",
        "tempo de espera excedido", "o tempo de espera expirou", "tempo de resposta excedido",
        "tempo de resposta esgotado", "não respondeu a tempo", "não respondeu dentro", "sem resposta do servidor",
        "demorou demais", "demorou muito para responder", "demorou demasiado", "estouro de tempo",
        "tempo limite da solicitação esgotado", "tempo limite da requisição excedido",
        "tempo limite da operação excedido",
        "servidor não responde", "servidor não respondeu", "servidor não está respondendo",
        "servidor não está a responder",
    ),
    "refused": (
        "conexão recusada", "conexão foi recusada", "ligação recusada", "recusou a conexão", "recusou ativamente",
        "recusou a ligação", "máquina de destino as recusou ativamente", "conexão rejeitada", "conexão negada",
    ),
    "reset": (
        "conexão redefinida", "conexão foi redefinida", "conexão reiniciada", "conexão fechada",
        "conexão foi fechada", "conexão encerrada", "conexão foi encerrada", "conexão perdida", "perda de conexão",
        "conexão interrompida", "conexão foi interrompida", "conexão abortada", "conexão caiu", "fechou a conexão",
        "encerrou a conexão", "cancelamento pelo host remoto", "conexão anulada", "ligação interrompida",
        "ligação fechada", "ligação foi fechada", "ligação perdida", "pipe quebrado", "fluxo quebrado",
        "conexão fechada pela outra ponta", "cancelado pelo host remoto", "encerrada pelo host remoto",
        "fechada pelo host remoto",
    ),
    "~dns": ("resolução de nome", "resolução de nomes", "resolução do nome"),
    "dns": (
        "nome ou serviço desconhecido", "host desconhecido", "host não encontrado", "este host não é conhecido",
        "erro de dns", "falha de dns", "falha temporária na resolução", "não foi possível resolver o host",
        "não foi possível resolver o nome", "nome remoto não pôde ser resolvido", "não é possível resolver o nome",
        "falha na resolução",
    ),
    "tls_certificate": (
        "certificado expirado", "certificado expirou", "certificado vencido", "certificado autoassinado",
        "certificado auto-assinado", "certificado inválido", "certificado não é válido",
        "certificado remoto é inválido", "certificado não é confiável", "não foi possível verificar o certificado",
        "falha na verificação do certificado", "erro ao verificar o certificado",
    ),
    "tls_handshake": (
        "falha no handshake", "handshake falhou", "erro no handshake", "falha na negociação tls",
        "falha na negociação ssl", "não foi possível criar um canal seguro", "não foi possível criar o canal seguro",
    ),
    "stream_broken": (
        "fluxo interrompido", "fluxo foi interrompido", "transmissão interrompida", "transferência interrompida",
        "resposta interrompida", "resposta terminou prematuramente", "encerrado prematuramente", "leitura incompleta",
        "stream interrompido",
    ),
    "unreachable": (
        "rede inacessível", "rede está inacessível", "rede inalcançável", "a rede está fora de alcance",
        "host inacessível", "servidor inacessível", "servidor inalcançável", "não há rota para",
        "não foi possível conectar", "não foi possível se conectar", "não foi possível ligar",
        "não é possível conectar", "não é possível se conectar", "impossível conectar", "não foi possível contactar",
        "falha de conexão", "falha na conexão", "falha ao conectar", "erro de conexão", "erro na conexão",
        "erro ao conectar", "erro de ligação", "conexão falhou", "erro de rede", "falha de rede", "falha na rede",
        "sem conexão com a internet", "sem ligação à internet", "impossível conectar-se ao servidor remoto",
        "não foi possível estabelecer a conexão", "não foi possível estabelecer uma conexão",
        "não foi possível estabelecer conexão", "não foi possível estabelecer a ligação",
        "não foi possível alcançar o servidor", "não foi possível alcançar o host",
    ),
    "overloaded": (
        "sobrecarregado", "servidor ocupado", "servidor está ocupado", "serviço ocupado",
        "temporariamente indisponível", "indisponível temporariamente", "capacidade insuficiente",
        "capacidade máxima", "sem capacidade", "alta demanda", "muita procura", "modelo está carregando",
        "modelo está sendo carregado", "carregando o modelo", "serviço indisponível no momento",
        "servidor indisponível no momento", "modelo indisponível no momento", "serviço está indisponível",
        "servidor está indisponível",
    ),
    "server_error": ("erro no servidor upstream", "erro do provedor upstream", "erro no upstream"),
    "truncated_output": (
        "resposta truncada", "resposta foi truncada", "saída truncada", "saída foi truncada", "json truncado",
        "comprimento máximo de saída", "resposta foi cortada", "resposta incompleta", "saída incompleta",
    ),
    "empty_output": (
        "resposta vazia", "resposta está vazia", "saída vazia", "saída está vazia", "resposta em branco",
        "não retornou conteúdo", "sem conteúdo na resposta", "conteúdo vazio", "modelo não retornou nada",
        "modelo não devolveu nada",
    ),
    "malformed_tool_call": (
        "chamada de ferramenta inválida", "chamada de função inválida", "chamada de ferramenta malformada",
        "chamada à ferramenta inválida", "ferramenta desconhecida solicitada",
    ),
    "~schema_mismatch": ("formato inválido", "formato incorreto"),
    "schema_mismatch": (
        "não corresponde ao esquema", "não está de acordo com o esquema", "não segue o esquema",
        "não atende ao esquema", "não respeita o esquema", "formato inesperado", "falha na validação da resposta",
        "falha na validação do esquema", "erro de validação do esquema", "falha na validação da saída",
    ),
    "not_json": (
        "json inválido", "não é um json válido", "não é json válido", "não é json", "json malformado",
        "json mal formado", "json incorreto", "não foi possível interpretar a resposta", "erro ao interpretar o json",
        "erro de sintaxe no json", "não foi possível analisar a resposta", "não foi possível analisar o json",
        "não foi possível analisar a saída", "não foi possível decodificar o json",
        "não foi possível decodificar a resposta", "não foi possível interpretar o json", "falha ao analisar o json",
        "falha ao analisar a resposta", "erro ao analisar o json", "erro ao analisar a resposta",
        "erro ao decodificar o json", "falha ao decodificar o json", "token inesperado no json",
    ),
    "corrupt_data": ("arquivo corrompido", "arquivo está corrompido", "ficheiro corrompido", "dados corrompidos"),
    "refusal": ("modelo se recusou a responder", "modelo recusou responder", "modelo recusou-se a responder"),
    "tests_failed": (
        "testes falharam", "teste falhou", "falha nos testes", "falha no teste", "testes com falha",
        "falharam os testes", "testes falhados", "suíte de testes falhou", "a compilação falhou",
        "falha na compilação", "erro de compilação", "o build falhou", "falha no build",
    ),
    "oom_killed": (
        "limite de memória excedido", "limite de memória ultrapassado", "excedeu o limite de memória",
        "encerrado por falta de memória", "morto por falta de memória",
    ),
    "crashed": ("falha de segmentação", "imagem do núcleo gravada", "violação de acesso", "falha de segmento"),
    "killed": (
        "processo foi morto", "processo morto", "processo foi encerrado", "encerrado pelo sinal",
        "terminado pelo sinal", "morto pelo sinal", "processo terminado por",
    ),
    "start_failed": (
        "comando não encontrado", "não é reconhecido como um comando", "não é reconhecido como nome de cmdlet",
        "erro no formato exec", "não foi possível executar o arquivo binário", "não foi possível iniciar o processo",
    ),
    "sandbox_denied": (
        "bloqueado pela sandbox", "bloqueado pelo sandbox", "negado pela sandbox", "negado pelo sandbox",
        "não permitido na sandbox", "não permitido no sandbox",
    ),
    "container_failed": (
        "contêiner não está em execução", "container não está em execução", "contêiner não encontrado",
        "container não encontrado", "contêiner parou", "falha ao iniciar o contêiner", "falha ao iniciar o container",
        "contêiner foi encerrado",
    ),
    "~nonzero_exit": ("código de saída", "código de retorno", "status de saída", "estado de saída"),
    "nonzero_exit": (
        "terminou com código", "terminou com erro", "encerrou com código", "saiu com código", "finalizou com código",
        "o comando falhou", "falha no comando", "falha na execução", "a execução falhou", "o script falhou",
        "erro ao executar o comando",
    ),
    "target_ambiguous": (
        "várias correspondências", "múltiplas correspondências", "mais de uma correspondência", "várias ocorrências",
        "múltiplas ocorrências", "aparece várias vezes", "correspondência ambígua", "texto não é único",
        "string não é única", "aparece mais de uma vez", "ocorre mais de uma vez",
    ),
    "target_missing": (
        "trecho não encontrado", "bloco de busca", "bloco de pesquisa", "nenhuma correspondência",
        "nenhuma ocorrência", "nenhuma substituição", "texto original não foi encontrado",
        "texto a ser substituído não", "texto a substituir não", "string a ser substituída não",
        "texto de busca não encontrado", "texto de busca não foi encontrado", "texto procurado não encontrado",
        "texto procurado não foi encontrado",
    ),
    "merge_conflict": (
        "conflito de merge", "conflitos de merge", "conflito de mesclagem", "conflitos de mesclagem",
        "conflito (conteúdo)", "mesclagem automática falhou", "merge automático falhou", "falha no merge automático",
        "corrija os conflitos", "resolva os conflitos", "conserte os conflitos", "seriam sobrescritas pelo merge",
        "arquivos não mesclados",
    ),
    "malformed_patch": (
        "patch corrompido", "patch inválido", "patch malformado", "patch mal formado", "fragmento de patch sem",
        "remendo corrompido", "patch está corrompido",
    ),
    "hunk_failed": (
        "patch não se aplica", "o patch não pode ser aplicado", "patch não pôde ser aplicado",
        "não foi possível aplicar o patch", "não foi possível aplicar a alteração",
        "não foi possível aplicar as alterações", "não foi possível aplicar o diff",
        "não foi possível aplicar a correção", "falha ao aplicar o patch", "falha ao aplicar o diff",
        "erro ao aplicar o patch", "patch falhou", "o patch não foi aplicado", "contexto não corresponde",
        "contexto não confere", "remendo não se aplica",
    ),
    "context_length": (
        "comprimento máximo do contexto", "prompt é muito longo", "prompt muito longo", "entrada é muito longa",
        "entrada muito longa", "número máximo de tokens", "máximo de tokens", "comprimento máximo de contexto",
        "excede a janela de contexto", "janela de contexto excedida", "limite de contexto excedido",
        "excede o comprimento do contexto", "excede o tamanho do contexto", "excede o limite de contexto",
        "ultrapassa a janela de contexto",
    ),
    "content_policy": (
        "política de conteúdo", "políticas de conteúdo", "filtro de conteúdo", "conteúdo inapropriado",
        "conteúdo impróprio", "conteúdo proibido", "viola as políticas de uso", "viola nossas políticas",
        "por motivos de segurança, o conteúdo",
    ),
    "model_not_found": (
        "modelo não encontrado", "modelo não existe", "modelo desconhecido", "modelo inválido",
        "modelo não está disponível", "modelo não é suportado",
    ),
    "auth_failed": (
        "chave de api inválida", "chave api inválida", "chave da api inválida", "chave de api incorreta",
        "chave de api ausente", "token inválido", "token expirado", "token expirou", "falha na autenticação",
        "falha de autenticação", "erro de autenticação", "autenticação falhou", "autenticação necessária",
        "não autenticado", "não autorizado", "senha incorreta", "senha inválida", "palavra-passe incorreta",
        "credenciais inválidas", "credenciais incorretas", "sessão expirou", "sessão expirada",
    ),
    "permission_denied": (
        "permissão negada", "permissão recusada", "acesso negado", "acesso proibido", "acesso recusado",
        "operação não permitida", "permissões insuficientes", "privilégios insuficientes", "não tem permissão",
        "sem permissão para", "não possui permissão", "sistema de arquivos somente para leitura",
        "sistema de arquivos só de leitura",
    ),
    "not_found": (
        "página não encontrada", "recurso não encontrado", "tabela não existe", "repositório não encontrado",
    ),
    "missing_file": (
        "arquivo ou diretório inexistente", "ficheiro ou directoria inexistente", "ficheiro ou diretoria inexistente",
        "arquivo não encontrado", "ficheiro não encontrado", "arquivo não existe", "ficheiro não existe",
        "não pode encontrar o arquivo especificado", "não conseguiu localizar o ficheiro",
        "não pode encontrar o caminho especificado", "diretório não encontrado", "não foi encontrado o arquivo",
    ),
    "!local_resource": ("cota de disco", "quota de disco"),
    "local_resource": (
        "não há espaço disponível no dispositivo", "não há espaço em disco", "sem espaço em disco",
        "espaço em disco insuficiente", "espaço insuficiente", "disco cheio", "disco está cheio",
        "arquivos abertos em demasia", "muitos arquivos abertos", "demasiados ficheiros abertos",
        "memória insuficiente", "não foi possível alocar memória", "não é possível alocar memória",
        "endereço já em uso", "endereço já está em uso", "porta já está em uso",
    ),
    "~already_exists": ("já existe",),
    "already_exists": ("chave duplicada", "entrada duplicada"),
    "~unsupported": ("não é suportado", "não suportado"),
    "unsupported": ("não implementado", "método não permitido"),
    "~misconfigured": ("variável de ambiente",),
    "misconfigured": ("configuração inválida", "erro de configuração"),
    "bad_request": (
        "requisição inválida", "solicitação inválida", "pedido inválido", "requisição incorreta",
        "solicitação incorreta", "parâmetro inválido", "argumento inválido", "valor inválido para",
    ),
    "cancelled": (
        "cancelado pelo usuário", "cancelada pelo usuário", "cancelado pelo utilizador", "interrompido pelo usuário",
    ),
    "programming_error": ("referência de objeto não definida", "divisão por zero"),
}, accents=True)  # fmt: skip
