/** Ready-to-paste programs that import the given files, three at a time. @module */
export interface SnippetPlace {
  readonly endpoint: string
  readonly spaceKey: string
  readonly parentId: string
}

export function javascriptSnippet({ endpoint, spaceKey, parentId }: SnippetPlace): string {
  return `import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const endpoint = '${endpoint}'
const token = process.env.MARKPORT_TOKEN

async function importPage(pageTitle, content) {
  const place = { spaceId: '${spaceKey}', parentId: '${parentId}' }
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...place, pageTitle, content, overwrite: true }),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = await response.json()
    if (response.ok) return answer
    const waitMs = delayBeforeRetry(response, attempt)
    if (waitMs === undefined || attempt === 2) throw new Error(answer.body)
    await sleep(waitMs)
  }
}

function delayBeforeRetry({ status, headers }, attempt) {
  if (status === 500) return 1000 * 2 ** attempt
  if (status === 429 || status === 503) return 1000 * Number(headers.get('retry-after') ?? 1)
  return undefined // The request itself is wrong: sending it again changes nothing.
}

const files = process.argv.slice(2)

async function importFiles() {
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    try {
      const answer = await importPage(basename(file, '.md'), await readFile(file, 'utf8'))
      console.log(\`\${file}: \${answer.key} \${answer.page.url}\`)
      for (const { line, message } of answer.warnings) console.warn(\`\${file}:\${line}: \${message}\`)
    } catch (error) {
      console.error(\`\${file}: \${error.message}\`)
      process.exitCode = 1
    }
  }
}

await Promise.all([importFiles(), importFiles(), importFiles()]) // at most 3 at once
`
}

export function pythonSnippet({ endpoint, spaceKey, parentId }: SnippetPlace): string {
  return `import json, os, sys, time, urllib.error, urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ENDPOINT = "${endpoint}"
TOKEN = os.environ["MARKPORT_TOKEN"]


def import_page(title, content):
    fields = {"spaceId": "${spaceKey}", "parentId": "${parentId}",
              "pageTitle": title, "content": content, "overwrite": True}
    request = urllib.request.Request(
        ENDPOINT, data=json.dumps(fields).encode(),
        headers={"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"})
    for attempt in range(3):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            wait = delay_before_retry(error, attempt)
            if wait is None or attempt == 2:
                raise RuntimeError(json.load(error)["body"])
            time.sleep(wait)


def delay_before_retry(error, attempt):
    if error.code == 500:
        return 2 ** attempt
    if error.code in (429, 503):
        return int(error.headers.get("Retry-After", 1))
    return None  # The request itself is wrong: sending it again changes nothing.


def import_file(name):
    try:
        answer = import_page(Path(name).stem, Path(name).read_text(encoding="utf-8"))
    except (OSError, RuntimeError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return False
    print(f"{name}: {answer['key']} {answer['page']['url']}")
    for warning in answer["warnings"]:
        print(f"{name}:{warning['line']}: {warning['message']}", file=sys.stderr)
    return True


with ThreadPoolExecutor(max_workers=3) as pool:  # at most 3 at once
    sys.exit(0 if all(list(pool.map(import_file, sys.argv[1:]))) else 1)
`
}
