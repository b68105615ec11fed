/** Ready-to-paste requests, jobs and programs that import pages, for a server's endpoint and a place. @module */
import { javascriptSnippet, pythonSnippet, type SnippetPlace } from './program-snippets.ts'

/**
 * Where the snippets import to. These texts stand inside quotes of three languages, so they must be
 * plain: letters, digits and what an address is made of.
 */
export interface Snippet {
  /** For the address of the section and for tests. */
  readonly id: string
  readonly title: string
  /** How to use it; Markdown, of which only code is shown as such. */
  readonly note: string
  readonly text: string
}

/**
 * Give a snippet for each way to import; the token comes from the environment.
 * @param place Endpoint, space and parent.
 */
export function importSnippets(place: SnippetPlace): Snippet[] {
  return [
    {
      id: 'curl',
      title: 'curl',
      note: '`--retry` waits 1 s, then 2 s, or as long as `Retry-After` says.',
      text: curlSnippet(place),
    },
    {
      id: 'javascript',
      title: 'JavaScript',
      note: 'Needs Node 20 or later: `node import-pages.mjs docs/*.md`',
      text: javascriptSnippet(place),
    },
    {
      id: 'python',
      title: 'Python',
      note: 'Needs Python 3.8 or later and no package: `python3 import_pages.py docs/*.md`',
      text: pythonSnippet(place),
    },
    {
      id: 'github-actions',
      title: 'GitHub Actions',
      note: 'Keep the token as the secret `MARKPORT_TOKEN` of the repository.',
      text: docsWorkflow(place),
    },
    {
      id: 'gitlab-ci',
      title: 'GitLab CI',
      note: 'Keep the token as the masked variable `MARKPORT_TOKEN` of the project.',
      text: gitlabJob(place),
    },
  ]
}

/**
 * Write the command that tries a new token out.
 * @param place Where to.
 * @param token The API token itself; it has no characters that a shell reads.
 */
export function trialSnippet(place: SnippetPlace, token: string): string {
  const page = { pageTitle: 'My first page', content: '# Hello\n\nImported with **curl**.' }
  return `${curl(place, '', `'Authorization: Bearer ${token}'`)} \\
  -d '${JSON.stringify(toFields(place, page))}'`
}

/**
 * Write a workflow that imports a repository's README on every push.
 * @param place Where to.
 */
export function readmeWorkflow(place: SnippetPlace): string {
  const script = `jq --null-input --rawfile content README.md \\
  '{${jqPlace(place)}, pageTitle: "README", $content, overwrite: true}' |
${curl(place, '--fail-with-body ', tokenOfEnvironment)} \\
  --data-binary @-`
  return githubWorkflow({
    name: 'Publish to the wiki',
    settings: '',
    jobSettings: `    permissions:
      contents: read
`,
    step: 'Import README.md',
    script,
  })
}

function curlSnippet(place: SnippetPlace): string {
  const fields = toFields(place, { pageTitle: 'Setup', content: '# Setup\n\nRun **it**.' })
  return `${curl(place, retrying, tokenOfEnvironment)} \\
  -d '${indent(JSON.stringify(fields, null, 2), 2).trimStart()}'
`
}

function docsWorkflow(place: SnippetPlace): string {
  const workflow = githubWorkflow({
    name: 'Publish docs',
    settings: `    paths: ['docs/**.md']
concurrency: publish-docs
`,
    jobSettings: `    timeout-minutes: 15
`,
    step: 'Import docs/',
    script: importFolder(place),
  })
  return `${workflow}\n`
}

/** The settings are whole lines. */
function githubWorkflow(parts: {
  readonly name: string
  readonly settings: string
  readonly jobSettings: string
  readonly step: string
  readonly script: string
}): string {
  return `name: ${parts.name}
on:
  push:
    branches: [main]
${parts.settings}jobs:
  publish:
    runs-on: ubuntu-latest
${parts.jobSettings}    steps:
      - uses: actions/checkout@v4
      - name: ${parts.step}
        env:
          MARKPORT_TOKEN: \${{ secrets.MARKPORT_TOKEN }}
        run: |
${indent(parts.script, 10)}`
}

function gitlabJob(place: SnippetPlace): string {
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
function importFolder(place: SnippetPlace): string {
  return `find docs -name '*.md' | while IFS= read -r file; do
  jq -n --rawfile content "$file" --arg title "$(basename "$file" .md)" \\
    '{${jqPlace(place)},
      pageTitle: $title, content: $content, overwrite: true}' |
${indent(curl(place, retrying, tokenOfEnvironment), 2)} --data-binary @- || exit 1
done`
}

const retrying = '--fail-with-body --max-time 30 --retry 2 '
const tokenOfEnvironment = '"Authorization: Bearer $MARKPORT_TOKEN"'

/** The command up to its data; the header comes in the shell's quotes. */
function curl({ endpoint }: SnippetPlace, flags: string, authorization: string): string {
  return `curl -sS ${flags}'${endpoint}' \\
  -H ${authorization} \\
  -H 'Content-Type: application/json'`
}

function jqPlace({ spaceKey, parentId }: SnippetPlace): string {
  return `spaceId: "${spaceKey}", parentId: "${parentId}"`
}

function toFields(
  { spaceKey, parentId }: SnippetPlace,
  page: { readonly pageTitle: string; readonly content: string },
): object {
  return { spaceId: spaceKey, parentId, ...page, overwrite: true }
}

function indent(text: string, spaces: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(spaces))
}
