import { escapeText } from '@dossier/formats/xml/xml-edit';
import { OfficePackage } from '@dossier/formats/office/patch-package';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';

/** A formula of the sheet of results; `value` where the office engine does not know one of its functions, for an input of 5. */
type Formula = string | [formula: string, value: string | number | boolean];

/**
 * Formulas as offices use them. Almost all depend on the first cell of the first sheet, so that one change computes them anew. `D` is the sheet of data, its
 * columns: A regions, B quantities, C prices, D days, E names, F truths, G signed numbers, H ascending numbers, I what is not a number, K to N quarters.
 */
const formulas: Record<string, readonly Formula[]> = {
  sums: `SUM(D!B3:B14)
SUM(D!B3:B14,D!C3:C14,1)
SUM(D!B:B)
SUM(D!3:3)
SUM(D!B3:D5)
SUM(D!$B$3:$B$14)
SUM(D!B3,D!B5,D!B7)
SUM(D!F3:F14)
SUM(D!A3:A14)
SUM(TRUE,D!A1,"3")
SUM(Qty)
SUM(Qty)*Rate
SUM('数据 2024'!A1:A12)
SUM('数据 2024'!$A$1:$C$12)
SUM('R&D''s'!A1:A12)
AVERAGE('R&D''s'!A1:B12)
SUM(D!B3:B14 D!A5:C6)
SUM((D!B3:B5,D!C3:C5))
AVERAGE(D!C3:C14)
AVERAGE(D!A1,10,20)
AVERAGEA(D!F3:F14)
AVERAGE(D!I6:I9)
PRODUCT(D!B3:B6)
SUMSQ(D!B3:B14)
SUMX2MY2(D!B3:B14,D!G3:G14)
SUMX2PY2(D!B3:B14,D!G3:G14)
SUMXMY2(D!B3:B14,D!G3:G14)
SUMPRODUCT(D!B3:B14,D!C3:C14)
SUMPRODUCT((D!A3:A14="北京")*D!B3:B14)
SUMPRODUCT((D!A3:A14="上海")*(D!B3:B14>4)*D!C3:C14)
SUMPRODUCT(--(D!B3:B14>5))
SUMPRODUCT(--(YEAR(D!D3:D14)=2024),D!B3:B14)
SUMPRODUCT(LEN(D!E3:E14))
SUMPRODUCT((MOD(D!B3:B14,2)=0)*1)
SUMPRODUCT(D!B3:B14/SUM(D!B3:B14),D!C3:C14)
SUMPRODUCT(1/COUNTIF(D!A3:A14,D!A3:A14))
SUBTOTAL(9,D!B3:B14)
SUBTOTAL(1,D!C3:C14)
SUBTOTAL(103,D!A3:A14)
SUBTOTAL(4,D!G3:G14)
SUBTOTAL(109,D!B3:B14)
_xlfn.AGGREGATE(9,6,D!I3:I9)
_xlfn.AGGREGATE(14,6,D!B3:B14,2)
COUNT(D!I3:I9)
COUNTA(D!I3:I9)
COUNTBLANK(D!I3:I9)
COUNT(D!A1:N14)
MAX(D!G3:G14)
MIN(D!G3:G14)
MAXA(D!F3:F14)
MINA(D!F3:F14)
SUM(D!B3:B14)/COUNT(D!B3:B14)
D!A1*D!B1+D!B3^2-D!C3/D!B4
-D!A1^2
2^-D!A1
D!A1%
D!B1*100%
(D!A1+1)*-2
+D!A1
D!B3=D!B3
D!B3<>D!B4
D!A3&"-"&D!B3
D!A3="北京"
"a"="A"
D!A1>="x"
D!G3<D!H3
1/3*D!A1
D!A1*0.1+0.2`.split('\n'),
  conditional: `SUMIF(D!A3:A14,"北京",D!B3:B14)
SUMIF(D!A3:A14,"Ber*",D!C3:C14)
SUMIF(D!A3:A14,"?海",D!C3:C14)
SUMIF(D!B3:B14,">5")
SUMIF(D!B3:B14,"<="&D!A1,D!C3:C14)
SUMIF(D!A3:A14,"<>北京",D!B3:B14)
SUMIF(D!A3:A14,D!A4,D!B3)
SUMIF(D!D3:D14,">="&DATE(2024,4,1),D!B3:B14)
SUMIF(D!F3:F14,TRUE,D!B3:B14)
SUMIFS(D!B3:B14,D!A3:A14,"上海")
SUMIFS(D!C3:C14,D!A3:A14,"广州",D!B3:B14,">2")
SUMIFS(D!C3:C14,D!D3:D14,">="&DATE(2024,3,1),D!D3:D14,"<"&DATE(2024,7,1))
SUMIFS(D!C3:C14,D!A3:A14,"berlin")
SUMIFS(Qty,Region,D!A5)
COUNTIF(D!A3:A14,"北京")
COUNTIF(D!B3:B14,">="&D!A1)
COUNTIF(D!A3:A14,"*海*")
COUNTIF(D!B3:B14,7)
COUNTIF(D!B3:B14,"7")
COUNTIF(D!I3:I9,"")
COUNTIF(D!I3:I9,"<>")
COUNTIF(D!I3:I9,TRUE)
COUNTIF(D!G3:G14,"<0")
COUNTIFS(D!A3:A14,"北京",D!B3:B14,">3")
COUNTIFS(D!B3:B14,">2",D!B3:B14,"<9")
AVERAGEIF(D!A3:A14,"上海",D!C3:C14)
AVERAGEIF(D!B3:B14,">3")
AVERAGEIFS(D!C3:C14,D!A3:A14,"Berlin",D!B3:B14,">0")
AVERAGEIF(D!A3:A14,"nowhere",D!C3:C14)
_xlfn.MAXIFS(D!C3:C14,D!A3:A14,"北京")
_xlfn.MINIFS(D!C3:C14,D!B3:B14,">4")
COUNTIF('数据 2024'!B1:B12,">100")
SUMIF('数据 2024'!B1:B12,">100",'数据 2024'!A1:A12)`.split('\n'),
  lookups: [
    ...`VLOOKUP(D!H5,D!H3:I14,1,FALSE)
VLOOKUP(D!H5+3,D!H3:J14,1,TRUE)
VLOOKUP(D!H5+3,D!H3:J14,1)
VLOOKUP(1,D!H3:J14,1,TRUE)
VLOOKUP("nowhere",D!A3:C14,2,FALSE)
VLOOKUP("北京",D!A3:C14,3,FALSE)
VLOOKUP("Ber*",D!A3:C14,2,0)
VLOOKUP(D!A6,D!$A$3:$C$14,2,0)*2
VLOOKUP("北京",D!A3:C14,4,FALSE)
IFERROR(VLOOKUP("x",D!A3:C14,2,0),"none "&D!A1)
HLOOKUP("Q2",D!K3:N6,2,FALSE)
HLOOKUP("Q3",D!K3:N6,4,FALSE)
HLOOKUP("Q9",D!K3:N6,2,FALSE)
INDEX(D!C3:C14,4)
INDEX(D!A3:C14,5,3)
INDEX(D!K4:N4,3)
SUM(INDEX(D!A3:C14,0,2))
SUM(INDEX(D!K4:N6,2,0))
INDEX(D!A3:C14,50,1)
MATCH("上海",D!A3:A14,0)
MATCH(D!H6,D!H3:H14,0)
MATCH(D!H6+1,D!H3:H14,1)
MATCH(D!H6+1,D!H3:H14)
MATCH("nowhere",D!A3:A14,0)
MATCH("*海",D!A3:A14,0)
INDEX(D!B3:B14,MATCH("广州",D!A3:A14,0))
INDEX(D!K4:N6,MATCH(D!K5,D!K4:K6,0),MATCH("Q4",D!K3:N3,0))
INDEX(D!E3:E14,MATCH(MAX(D!B3:B14),D!B3:B14,0))
LOOKUP(D!H7+2,D!H3:H14,D!C3:C14)
LOOKUP(D!H7+2,D!H3:H14)
LOOKUP(2,1/(D!A3:A14="北京"),D!B3:B14)
CHOOSE(MOD(D!A1,3)+1,"one","two","three")
SUM(CHOOSE(2,D!B3:B5,D!C3:C5))
OFFSET(D!B3,2,1)
SUM(OFFSET(D!B3,0,0,D!A1,1))
SUM(OFFSET(D!B3:B4,1,0))
AVERAGE(OFFSET(D!$B$3,1,0,3,2))
INDIRECT("D!B"&D!A1)
SUM(INDIRECT("D!B3:B"&(D!A1+5)))
SUM(INDIRECT("'数据 2024'!A1:A"&D!A1))
INDIRECT("D!R4C2",FALSE)
SUM(INDIRECT("Qty"))
ROW(D!B7)+D!A1
COLUMN(D!C1)*D!A1
ROWS(D!A3:C14)*D!A1
COLUMNS(D!A3:C14)*D!A1
ADDRESS(D!A1,3)
ADDRESS(D!A1,3,4)
ADDRESS(D!A1,3,1,TRUE,"D")
ROW()+D!A1
COLUMN()+D!A1
AREAS((D!A1,D!B1))`.split('\n'),
    ['_xlfn.XLOOKUP("上海",D!A3:A14,D!C3:C14)', 49.41],
    ['_xlfn.XLOOKUP("x",D!A3:A14,D!C3:C14,"none")', 'none'],
    ['_xlfn.XLOOKUP(D!H5+1,D!H3:H14,D!B3:B14,0,-1)', 5],
    ['_xlfn.XMATCH("上海",D!A3:A14)', 4],
  ],
  texts: `LEFT(D!A3,1)
RIGHT(D!E3,2)
MID(D!E3,2,3)
MID(D!A3,2,9)
LEN(D!A3)
LEN(D!E3)
LENB(D!A3)
LEFTB(D!A3,2)
UPPER(D!E3)
LOWER(D!E4)
PROPER(D!E3)
TRIM("  a   b "&D!A1)
CONCATENATE(D!A3,"/",D!B3)
_xlfn.CONCAT(D!A3:A5)
_xlfn.TEXTJOIN("、",TRUE,D!A3:A6)
_xlfn.TEXTJOIN(",",FALSE,D!I5:I9)
D!A3&D!A4&D!A1
FIND("京","北京"&D!A1)
FIND("x",D!E3)
SEARCH("ITEM",D!E3)
SEARCH("m ?",D!E3)
SUBSTITUTE(D!E3,"item","项")
SUBSTITUTE("a-b-c-"&D!A1,"-","+",2)
REPLACE(D!E3,1,4,"ITEM")
REPT("ab",D!A1)
REPT("★",D!A1)
EXACT(D!A3,D!A7)
VALUE("12.5")+D!A1
VALUE("abc"&D!A1)
VALUE("25%")*D!A1
VALUE("2024-03-05")+D!A1
T(D!A3)
N(D!A1)
N(D!A3)
CHAR(64+D!A1)
CODE(D!E3)
_xlfn.UNICODE(D!A3)
_xlfn.UNICHAR(20013+D!A1)
CLEAN("a"&CHAR(7)&D!A1)
TEXT(D!C3,"0.00")
TEXT(D!C14*1000,"#,##0.00")
TEXT(D!B1,"0.0%")
TEXT(D!A1,"000")
TEXT(D!D3,"yyyy-mm-dd")
TEXT(D!D3,"yyyy/m/d")
TEXT(D!D3,"yyyy年m月d日")
TEXT(D!D3,"mmm d, yyyy")
TEXT(D!D3,"dddd")
TEXT(D!C1,"hh:mm:ss")
TEXT(D!C1,"h:mm AM/PM")
TEXT(-D!C3,"0.0;(0.0)")
TEXT(D!C14*1000000,"0.00E+00")
TEXT(D!A1,"¥#,##0.00")
TEXT(D!A3,"@")
TEXT(D!A1/8,"# ?/?")
FIXED(D!C5*1000,1)
FIXED(D!C5*1000,1,TRUE)
DOLLAR(D!C5)
_xlfn.NUMBERVALUE("1.234,5",",",".")+D!A1
ISNUMBER(FIND("京",D!A3))
LEFT(D!E3,FIND(" ",D!E3)-1)
MID(D!E3,FIND(" ",D!E3)+1,1)+0
"总计："&TEXT(SUM(D!B3:B14),"#,##0")
IF(D!A3="","",D!A3)
D!A1&""
"3"+D!A1
"3"*"4"+D!A1
"x"+D!A1
D!F3&""
LOWER(D!F3)
LEN("😀"&D!A1)
LEFT("中文"&D!A1,3)
ASC("ＡＢＣ"&D!A1)`.split('\n'),
  dates: `DATE(2024,D!A1,31)
DATE(2024,1,D!A1*40)
DATE(2024,14,1)+D!A1
DATE(99,1,1)+D!A1
YEAR(D!D3)
MONTH(D!D5)
DAY(D!D6)
WEEKDAY(D!D3)
WEEKDAY(D!D3,2)
WEEKDAY(D!D3,3)
WEEKNUM(D!D5)
WEEKNUM(D!D5,2)
_xlfn.ISOWEEKNUM(D!D5)
HOUR(D!C1)
MINUTE(D!C1)
SECOND(D!C1)
TIME(13,D!A1,30)
TIME(25,D!A1,0)
DATEVALUE("2024-02-29")+D!A1
TIMEVALUE("13:45")+D!A1
EDATE(D!D3,1)
EDATE(D!D3,-13)
EDATE(DATE(2024,1,31),D!A1)
EOMONTH(D!D3,0)
EOMONTH(D!D3,D!A1)
DATEDIF(D!D3,D!D14,"d")
DATEDIF(D!D3,D!D14,"m")
DATEDIF(D!D3,D!D14,"y")
DATEDIF(D!D3,D!D14,"ym")
DATEDIF(D!D3,D!D14,"yd")
DATEDIF(D!D3,D!D14,"md")
DATEDIF(D!D14,D!D3,"d")
NETWORKDAYS(D!D3,D!D14)
NETWORKDAYS(D!D3,D!D14,D!D5:D6)
NETWORKDAYS(D!D14,D!D3)
NETWORKDAYS.INTL(D!D3,D!D14,7)
NETWORKDAYS.INTL(D!D3,D!D14,"0000011")
WORKDAY(D!D3,10)
WORKDAY(D!D3,-10)
WORKDAY(D!D3,10,D!D4:D5)
WORKDAY.INTL(D!D3,10,11)
DAYS360(D!D3,D!D14)
DAYS360(D!D3,D!D14,TRUE)
_xlfn.DAYS(D!D14,D!D3)
YEARFRAC(D!D3,D!D14)
YEARFRAC(D!D3,D!D14,1)
YEARFRAC(D!D3,D!D14,3)
D!D14-D!D3
D!D3+30
INT(D!C1)
MOD(D!C1,1)
TEXT(EDATE(D!D3,D!A1),"yyyy-mm")
DATE(YEAR(D!D3),MONTH(D!D3)+1,0)
DATE(YEAR(D!D3)+1,MONTH(D!D3),DAY(D!D3))
D!D3>DATE(2024,2,1)
"2024-01-15"+D!A1
DATE(1900,1,D!A1)
YEAR(D!A1)
MONTH("2024-05-"&D!A1)
CHOOSE(WEEKDAY(D!D3),"日","一","二","三","四","五","六")
ROUNDUP(MONTH(D!D5)/3,0)`.split('\n'),
  numbers: `ROUND(D!C3,1)
ROUND(2.5*D!A1,0)
ROUND(-D!C3*100,-2)
ROUND(1.005*D!A1,2)
ROUNDUP(D!C3,1)
ROUNDDOWN(-D!C3,1)
ROUNDUP(-D!C4,0)
INT(-D!C3)
TRUNC(-D!C3,1)
TRUNC(D!C5)
CEILING(D!C3,5)
CEILING(-D!C3,-5)
CEILING(-D!C3,5)
FLOOR(D!C3,5)
FLOOR(-D!C3,-5)
_xlfn.CEILING.MATH(-D!C3,5)
_xlfn.FLOOR.MATH(-D!C3,5)
MROUND(D!C3,0.25)
EVEN(D!A1)
ODD(D!A1+1)
MOD(D!A1*7,4)
MOD(-D!A1,4)
MOD(D!A1,-4)
QUOTIENT(D!A1*9,4)
ABS(D!G3)
SIGN(D!G3)
SQRT(D!A1)
SQRT(-D!A1)
POWER(D!A1,3)
EXP(D!A1)
LN(D!A1)
LOG(D!A1)
LOG(D!A1,2)
LOG10(D!A1)
PI()*D!A1^2
SIN(D!A1)
COS(D!A1)
TAN(D!A1)
ASIN(D!A1/10)
ATAN2(D!A1,2)
RADIANS(D!A1)
DEGREES(D!A1)
FACT(D!A1)
COMBIN(10,D!A1)
PERMUT(10,D!A1)
GCD(D!A1*12,18)
LCM(D!A1,4)
ROMAN(D!A1)
_xlfn.ARABIC("XIV")+D!A1
_xlfn.BASE(D!A1*100,2)
_xlfn.DECIMAL("FF",16)+D!A1
DEC2HEX(D!A1*100)
HEX2DEC("1F")+D!A1
BIN2DEC("1010")+D!A1
DEC2BIN(D!A1)
CONVERT(D!A1,"km","m")
CONVERT(D!A1,"C","F")
SUMPRODUCT(ROUND(D!C3:C14,0))
D!A1/0
1E+300*D!A1`.split('\n'),
  logic: `IF(D!A1>3,"big","small")
IF(D!B3>5,IF(D!B4>5,"both","first"),IF(D!B4>5,"second","none"))
IF(D!A1,1)
IF(D!A1>100,1)
IF(D!A1>100,1,)
_xlfn.IFS(D!A1<2,"low",D!A1<4,"middle",TRUE,"high")
_xlfn.IFS(D!A1<0,"low")
_xlfn.SWITCH(D!A1,3,"three",5,"five","other")
_xlfn.SWITCH(D!A3,"北京","BJ","上海","SH","other")
_xlfn.SWITCH(D!A1,99,1)
AND(D!B3>2,D!B4>2)
AND(D!F3:F14)
OR(D!B3>10,D!B4>10)
OR(D!F3:F14)
NOT(D!F3)
_xlfn.XOR(D!F3,D!F4,TRUE)
IFERROR(D!I3,"error")
IFERROR(D!A1/0,D!A1)
_xlfn.IFNA(NA(),D!A1)
_xlfn.IFNA(D!I3,1)
ISERROR(D!I3)
ISERR(D!I3)
ISNA(MATCH("x",D!A3:A14,0))
ISBLANK(D!I4)
ISBLANK(D!I8)
ISNUMBER(D!A3)
ISTEXT(D!A3)
ISNONTEXT(D!A1)
ISLOGICAL(D!F3)
ISEVEN(D!A1)
ISODD(D!A1)
ERROR.TYPE(D!I3)
TYPE(D!A3)
NA()
D!I3+1
SUM(D!I3:I9)
D!I4+D!A1
D!I4&"x"&D!A1
D!I5*2
IF(ISNUMBER(D!I6),D!I6*2,"-")
IF(AND(D!A1>1,OR(D!B3>3,D!B4>3)),"yes","no")
TRUE
IF(D!A3="北京",1,IF(D!A3="上海",2,IF(D!A3="广州",3,4)))
IF(SUM(D!B3:B14)>AVERAGE(D!C3:C14),MAX(D!B3:B14),MIN(D!C3:C14))
ROUND(IF(D!A1>2,SUM(D!B3:B14)*(1+Rate),0)/MAX(1,COUNTIF(D!A3:A14,"北京")),2)
IFERROR(INDEX(D!C3:C14,MATCH(VLOOKUP(D!A4,D!A3:B14,2,0),D!B3:B14,0)),0)+IF(ISERROR(D!I3),ROUND(AVERAGE(D!B3:B14),1),0)
NoSuchName+D!A1
IF(D!A1>0,SUM(D!B3:INDEX(D!B3:B14,D!A1)),0)`.split('\n'),
  money: `PMT(Rate/12,36,-10000)
PMT(Rate,10,-10000,500,1)
IPMT(Rate/12,2,36,-10000)
PPMT(Rate/12,2,36,-10000)
CUMIPMT(Rate/12,36,10000,1,12,0)
CUMPRINC(Rate/12,36,10000,1,12,0)
FV(Rate/12,24,-100,-1000)
PV(Rate/12,24,-100)
NPER(Rate/12,-300,10000)
RATE(36,-320-D!A1,10000)
NPV(Rate,D!C3:C14)
NPV(Rate,-100,D!B3:B14)
IRR('R&D''s'!B1:B12)
IRR('R&D''s'!B1:B12,0.2)
MIRR('R&D''s'!B1:B12,0.1,0.12)
XNPV(Rate,'R&D''s'!B1:B12,D!D3:D14)
XIRR('R&D''s'!B1:B12,D!D3:D14)
SLN(10000,1000,D!A1)
SYD(10000,1000,10,D!A1)
DB(10000,1000,10,D!A1)
DDB(10000,1000,10,D!A1)
EFFECT(Rate,12)
NOMINAL(Rate,12)
_xlfn.RRI(D!A1,100,150)
_xlfn.PDURATION(Rate,100,150)
FVSCHEDULE(100,D!K4:N4/1000)
ISPMT(Rate,D!A1,36,-10000)
DOLLARDE(D!A1+0.02,16)`.split('\n'),
  statistics: `MEDIAN(D!C3:C14)
MODE(D!B3:B14)
_xlfn.MODE.SNGL(D!B3:B14)
STDEV(D!C3:C14)
STDEVP(D!C3:C14)
_xlfn.STDEV.S(D!C3:C14)
_xlfn.STDEV.P(D!C3:C14)
VAR(D!C3:C14)
VARP(D!C3:C14)
_xlfn.VAR.S(D!B3:B14)
_xlfn.VAR.P(D!B3:B14)
LARGE(D!B3:B14,2)
SMALL(D!B3:B14,D!A1)
LARGE(D!B3:B14,99)
RANK(D!B5,D!B3:B14)
RANK(D!B5,D!B3:B14,1)
_xlfn.RANK.EQ(D!C5,D!C3:C14)
_xlfn.RANK.AVG(D!B5,D!B3:B14)
PERCENTILE(D!C3:C14,0.9)
_xlfn.PERCENTILE.INC(D!C3:C14,0.25)
_xlfn.PERCENTILE.EXC(D!C3:C14,0.25)
QUARTILE(D!C3:C14,3)
_xlfn.QUARTILE.INC(D!B3:B14,1)
PERCENTRANK(D!C3:C14,D!C5)
CORREL(D!B3:B14,D!C3:C14)
PEARSON(D!B3:B14,D!C3:C14)
COVAR(D!B3:B14,D!C3:C14)
_xlfn.COVARIANCE.S(D!B3:B14,D!C3:C14)
SLOPE(D!C3:C14,D!B3:B14)
INTERCEPT(D!C3:C14,D!B3:B14)
RSQ(D!C3:C14,D!B3:B14)
STEYX(D!C3:C14,D!B3:B14)
FORECAST(D!A1,D!C3:C14,D!B3:B14)
SUM(TREND(D!C3:C14,D!B3:B14))
GEOMEAN(D!B3:B14)
HARMEAN(D!B3:B14)
TRIMMEAN(D!C3:C14,0.2)
AVEDEV(D!C3:C14)
DEVSQ(D!C3:C14)
SKEW(D!C3:C14)
KURT(D!G3:G14)
STANDARDIZE(D!A1,4,2)
NORMDIST(D!A1,4,2,TRUE)
_xlfn.NORM.DIST(D!A1,4,2,FALSE)
NORMSDIST(D!A1/3)
NORMINV(0.9,D!A1,2)
NORMSINV(D!A1/10)
_xlfn.NORM.S.INV(0.975)*D!A1
TDIST(D!A1/2,10,2)
_xlfn.T.INV.2T(0.05,D!A1+5)
CHIDIST(D!A1,4)
FDIST(D!A1,3,4)
BINOMDIST(D!A1,10,0.4,FALSE)
POISSON(D!A1,4,TRUE)
EXPONDIST(D!A1,0.2,TRUE)
CONFIDENCE(0.05,D!A1,50)
SUM(FREQUENCY(D!B3:B14,D!A1))
LARGE((D!A3:A14="北京")*D!B3:B14,1)
COUNT(1/(D!B3:B14>5))
MAX(LEN(D!E3:E14))
SUM(IF(D!B3:B14>5,D!C3:C14,0))
SUMPRODUCT(LARGE(D!B3:B14,{1,2,3}))
SUM({1,2,3}*D!A1)
INDEX({"a","b","c"},2)&D!A1
SUM(MMULT(D!K4:M6,D!K4:M6))
MDETERM(D!K4:L5)
SUM(TRANSPOSE(D!K4:N6))
SUM(ROW(INDIRECT("1:"&D!A1)))
SUMPRODUCT((D!A3:A14={"北京","上海"})*D!B3:B14)
DSUM(D!H2:I14,1,D!P2:P3)`.split('\n'),
};

const cell = (at: string, content: string): string => `<c r="${at}">${content}</c>`;
const formula = (at: string, text: string): string => cell(at, `<f>${escapeText(text)}</f>`);
const text = (at: string, words: string): string => `<c r="${at}" t="inlineStr"><is><t>${escapeText(words)}</t></is></c>`;
const row = (number: number, cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;
const sheetData = (rows: readonly string[]): string => `<sheetData>${rows.join('')}</sheetData>`;

function dataRow(n: number): string[] {
  const at = n + 2;
  const others: Record<number, string> = {
    3: formula('I3', '$A$1/0'),
    5: formula('I5', '"x"&$A$1'),
    6: formula('I6', '$A$1'),
    7: '<c r="I7" t="b"><v>1</v></c>',
    8: formula('I8', 'IF($A$1>0,"",1)'),
    9: formula('I9', '$A$1*2'),
  };
  const letters = ['K', 'L', 'M', 'N'] as const;
  const quarters = letters.map((letter, place) =>
    at === 3 ? text(`${letter}3`, `Q${place + 1}`) : formula(`${letter}${at}`, `MOD($A$1*${n * 5 + place * place},17)+${place}`),
  );
  return [
    formula(`A${at}`, `CHOOSE(MOD(${n}+$A$1,4)+1,"北京","上海","广州","Berlin")`),
    formula(`B${at}`, `MOD(${n * 7}+$A$1,11)+1`),
    formula(`C${at}`, `ROUND(${n}*12.35+MOD($A$1,2)*0.01,2)`),
    formula(`D${at}`, `DATE(2024,1,31)+${n * 17}+$A$1`),
    formula(`E${at}`, `"item ${n} "&A${at}`),
    formula(`F${at}`, `B${at}>5`),
    formula(`G${at}`, `${n * n}-20-$A$1`),
    formula(`H${at}`, `${n * 10}+$A$1`),
    ...(others[at] === undefined ? [] : [others[at]]),
    ...(at <= 6 ? quarters : []),
    ...(at === 3 ? [text('P3', '>40')] : []),
  ];
}

const all = Object.values(formulas).flat();
const items = Array.from({ length: 12 }, (_, place) => place + 1);

/** What of the formulas is not compared with the office engine: they stand in this row, and come to this. */
export const stated = new Map(all.flatMap((one, place) => (typeof one === 'string' ? [] : [[place, one[1]] as const])));
export const officeFormulas = all.map((one) => (typeof one === 'string' ? one : one[0]));

/** The name of the last sheet, which has the formulas in its first column, one a row. */
export const resultsSheet = 'Results';

const sheets = [
  sheetData([
    row(1, [cell('A1', '<v>4</v>'), formula('B1', '$A$1/100'), formula('C1', 'DATE(2024,3,15)+TIME(13,45,30)+$A$1')]),
    row(2, [text('H2', 'key'), text('I2', 'other'), text('P2', 'key')]),
    ...items.map((n) => row(n + 2, dataRow(n))),
  ]),
  sheetData(
    items.map((n) => row(n, [formula(`A${n}`, `D!B${n + 2}*${n}`), formula(`B${n}`, `A${n}*D!$A$1`), formula(`C${n}`, `A${n}-B${n}`)])),
  ),
  sheetData(
    items.map((n) => row(n, [formula(`A${n}`, `'数据 2024'!A${n}+1`), formula(`B${n}`, n === 1 ? '-1000-D!$A$1' : `100+${n}*D!$A$1`)])),
  ),
  sheetData(officeFormulas.map((one, place) => row(place + 1, [formula(`A${place + 1}`, one)]))),
];

const names = ['D', '数据 2024', "R&amp;D's", resultsSheet];
const definedNames = [
  ['Price', 'D!$C$3:$C$14'],
  ['Qty', 'D!$B$3:$B$14'],
  ['Rate', 'D!$B$1'],
  ['Region', 'D!$A$3:$A$14'],
];

/** A workbook of all formulas, without kept values; its input is the first cell. */
export function formulaWorkbook({ date1904 = false } = {}): Buffer {
  const book = `<definedNames>${definedNames.map(([name, ref]) => `<definedName name="${name}">${ref}</definedName>`).join('')}</definedNames>`;
  const made = new OfficePackage(madeWorkbook({ sheets, book }));
  const named = names.reduce((xml, name, place) => xml.replace(`name="Sheet${place + 1}"`, `name="${name}"`), made.text('xl/workbook.xml'));
  made.put('xl/workbook.xml', date1904 ? named.replace('<bookViews>', '<workbookPr date1904="1"/><bookViews>') : named);
  return made.write();
}
