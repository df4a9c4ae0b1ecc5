import { expect, it } from 'vitest';
import { refusedIn } from './allowed-html.ts';

it.each([
  ['<p>a<script>x()</script></p>', '<script'],
  ['<!--><script>x()</script>-->', '<script'],
  ['<svg onload="x()"></svg>', '<svg'],
  ['<math><mi xlink:href="x"></mi></math>', '<math', '<mi'],
  ['<p onclick=x>a</p>', 'onClick='],
  ['<table><tr onclick="x"><td style="a:b">a</td></tr></table>', 'onClick=', 'style='],
  ['<iframe src="https://a.example"></iframe>', '<iframe'],
  ['<form action="/contact"><input name="a"></form>', '<form', '<input'],
  ['<a href="javascript:x">a</a>', 'href="javascript:x"'],
  ['<a href="java&#115;cript:x">a</a>', 'href="javascript:x"'],
  ['<a href="&#9;JavaScript&colon;x">a</a>', 'href="\tJavaScript:x"'],
  ['<a href="data:text/html,x">a</a>', 'href="data:text/html,x"'],
  ['<a href="//a.example">a</a>', 'href="//a.example"'],
  ['<a href="/\\a.example">a</a>', 'href="/\\a.example"'],
  ['<img src="https://a.example/x.png">', 'src='],
  ['<base href="https://a.example/"><meta http-equiv="refresh"><link rel="x">', '<base', '<meta', '<link'],
])('a page refuses %s', (html, ...found) => expect(refusedIn(html)).toEqual(found));
