/** Makes Markdown of every construct in every combination, for property tests. @module */
import fc from 'fast-check'
import { listed } from './listed.ts'

export const markdownFragments: readonly string[] = listed(
  '# ¦- ¦1. ¦> ¦- [ ] ¦- [x] ¦```\n¦~~~js\n¦---\n¦| a | b |\n|---|:-:|\n¦| c |\n¦![alt](u)',
  '[text](v)¦[^1]¦[^1]: note\n¦**¦*¦~~¦`¦<b>¦</b>¦<br>¦<!-- c -->¦<div>\n¦</div>\n\n',
  '<details>\n\n¦<summary>T</summary>\n\n¦</details>\n\n¦<ul><li>¦</ul>\n¦<table><tr><td>',
  '<p align="center">¦<a href="/u">¦</a>¦<img src="u" alt="alt">¦:::note\n¦:::\n¦!!! tip "T"\n',
  '> [!WARNING] T\n¦: ¦word¦$x$ ¦$$\n¦:smile:¦[TOC]\n\n¦<h2>¦</h2>\n¦<blockquote>\n',
  '</blockquote>\n\n¦<pre>¦</pre>\n¦<hr>¦</td>¦<th>¦<mark>¦</mark>¦<sup>',
  '<span style="color: red">¦</span>¦<dl><dt>¦<dd>¦<blink>¦+++\n¦> [!NOTE]- T\n¦::: details T\n',
  '7) ¦{#name}\n¦[a](#name)¦https://a.example/b?c ¦<d@e.example>¦![i](v "t"){width=300}¦\t',
  '👩\u200d💻 é¦\u0000¦===\n¦ ¦\n¦\n\n¦  ¦    ¦\\¦&amp;¦[r]¦[r]: /u\n',
)

export const generatedMarkdown: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...markdownFragments), { maxLength: 40 })
  .map((fragments) => fragments.join(''))
