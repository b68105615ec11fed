/** Ready-to-paste programs that import pages, filled with a server's endpoint and a place. @module */

export interface ExamplePlace {
  /** The operation's address. */
  readonly endpoint: string
  readonly spaceKey: string
  readonly parentId: string
}

export interface Example {
  /** For the address of the section and for tests. */
  readonly id: string
  readonly title: string
  /** How to use it; Markdown, of which only code is shown as such. */
  readonly note: string
  readonly text: string
}

/**
 * Give every example. The place's texts stand inside quotes of three languages, so they must be
 * plain: letters, digits and what an address is made of.
 * @param place Endpoint, space and parent.
 */
export function apiExamples(place: ExamplePlace): Example[] {
  return [
    {
      id: 'curl',
      title: 'curl',
      note: '`--retry` waits 1 s, then 2 s, or as long as `Retry-After` says.',
      text: curl(place),
    },
    {
      id: 'javascript',
      title: 'JavaScript',
      note: 'Needs Node 20 or later: `node import-pages.mjs docs/*.md`',
      text: javascript(place),
    },
    {
      id: 'python',
      title: 'Python',
      note: 'Needs Python 3.8 or later and no package: `python3 import_pages.py docs/*.md`',
      text: python(place),
    },
    {
      id: 'github-actions',
      title: 'GitHub Actions',
      note: 'Keep the token as the secret `MARKPORT_TOKEN` of the repository.',
      text: githubActions(place),
    },
    {
      id: 'gitlab-ci',
      title: 'GitLab CI',
      note: 'Keep the token as the masked variable `MARKPORT_TOKEN` of the project.',
      text: gitlabCi(place),
    },
  ]
}

function curl({ endpoint, spaceKey, parentId }: ExamplePlace): string {
  return `curl -sS --fail-with-body --max-time 30 --retry 2 '${endpoint}' \\
  -H "Authorization: Bearer $MARKPORT_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "spaceId": "${spaceKey}",
    "parentId": "${parentId}",
    "pageTitle": "Setup",
    "content": "# Setup\\n\\nRun **it**.",
    "overwrite": true
  }'
`
}

function javascript({ endpoint, spaceKey, parentId }: ExamplePlace): string {
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

function python({ endpoint, spaceKey, parentId }: ExamplePlace): string {
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

function githubActions(place: ExamplePlace): string {
  return `name: Publish docs
on:
  push:
    branches: [main]
    paths: ['docs/**.md']
concurrency: publish-docs
jobs:
  publish:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - name: Import docs/
        env:
          MARKPORT_TOKEN: \${{ secrets.MARKPORT_TOKEN }}
        run: |
${indent(importFolder(place), 10)}
`
}

function gitlabCi(place: ExamplePlace): string {
  return `publish-docs:
  image: alpine:3
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      changes: ['docs/**/*.md']
  resource_group: publish-docs
  timeout: 15 minutes
  before_script:
    - apk add --no-cache curl jq
  script:
    - |
${indent(importFolder(place), 6)}
`
}

/** One page after the other, in any shell. */
function importFolder({ endpoint, spaceKey, parentId }: ExamplePlace): string {
  return `find docs -name '*.md' | while IFS= read -r file; do
  jq -n --rawfile content "$file" --arg title "$(basename "$file" .md)" \\
    '{spaceId: "${spaceKey}", parentId: "${parentId}",
      pageTitle: $title, content: $content, overwrite: true}' |
  curl -sS --fail-with-body --max-time 30 --retry 2 '${endpoint}' \\
    -H "Authorization: Bearer $MARKPORT_TOKEN" \\
    -H 'Content-Type: application/json' --data-binary @- || exit 1
done`
}

function indent(text: string, spaces: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(spaces))
}
