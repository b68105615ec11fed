/** Texts that try to become markup, to run, or to be taken for a query. @module */
import { listed } from './listed.ts'

export const textPayloads: readonly string[] = listed(
  '<script>alert(1)</script>¦"><script>alert(1)</script>¦\'><img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)>¦<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x>¦<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)">',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>¦</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>¦</style><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->¦<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>¦<template><script>alert(1)</script></template>',
  '<style>@import "//evil.example"</style>¦<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<object data="javascript:alert(1)">¦<form action="javascript:alert(1)"><button>x',
  '" onmouseover="alert(1)¦\' onmouseover=\'alert(1)¦` onmouseover=alert(1)',
  '<x onclick=alert(1)>click¦&lt;script&gt;alert(1)&lt;/script&gt;¦<script>alert(1)</script>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>¦{{constructor.constructor("alert(1)")()}}',
  ']]><script>alert(1)</script>¦<![CDATA[<script>alert(1)</script>]]>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<link rel=stylesheet href=//evil.example>',
)

/** A sample, for pages that are written by the same escaping as others. */
export const somePayloads: readonly string[] = textPayloads.filter((_, index) => index % 4 === 0)

export const addressPayloads: readonly string[] = listed(
  'javascript:alert(1)¦JaVaScRiPt:alert(1)¦ javascript:alert(1)¦\u0001javascript:alert(1)',
  'java\tscript:alert(1)¦java\nscript:alert(1)¦java\rscript:alert(1)¦javascript\t:alert(1)',
  'javascript&colon;alert(1)¦javascript:alert(1)//http://example.org¦vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+¦blob:https://example.org/x',
  'file:///etc/passwd¦feed:javascript:alert(1)¦view-source:javascript:alert(1)',
  'filesystem:https://example.org/x¦ms-word:ofe|u|https://evil.example',
  'intent://x#Intent;scheme=http;end¦about:blank¦https://example.org/" onmouseover="alert(1)',
  "https://example.org/' onmouseover='alert(1)¦https://example.org/><script>alert(1)</script>",
  '#"><script>alert(1)</script>¦\u2028javascript:alert(1)¦x:y',
)

/** What a search engine may take for its own syntax, or for no text at all. */
export const oddQuestions: readonly string[] = [
  ...listed(
    '¦ ¦"¦\'¦""¦%¦_¦\\¦*¦:*¦a:*b¦<->¦\u0000¦a\u0000b¦§1¦s1¦\ud800¦a\udfffb¦􏿿¦🦓¦مرحبا¦½ ² ㎏ ﬃ İ ſ',
    "{title} : x¦title:¦''; drop table pages; --¦a AND¦OR NOT (¦\" OR space : \"§1¦a' | 'b",
    'NEAR(a b, 2)¦* ^ + - ~ < > | & ! ( ) : \\',
  ),
  'x'.repeat(10_000),
  'x '.repeat(5_000),
  '漢'.repeat(1_500),
  '"'.repeat(5_000),
  'e\u0301'.repeat(1_500),
  'ﷺ'.repeat(500),
]
