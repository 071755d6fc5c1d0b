"""Makes the goldens of package embed: what Hugging Face tokenizers and ONNX Runtime answer.

    python3 -m venv venv && venv/bin/pip install tokenizers==0.23.3 onnxruntime==1.32.0 onnx==1.23.2 numpy
    venv/bin/python make_goldens.py            # writes the four .json.gz beside itself
    venv/bin/python make_goldens.py lines N    # prints N further random lines with their pieces, one JSON array a line

tokenizer.json.gz   [[text, [id, …]], …], without [CLS] and [SEP].
codepoints.json.gz  [[n, [id, …]], …]: the pieces of "a" + c + "a" for every code point c from U+0000 up but for the
                    surrogates, n of them in a row with the same pieces.
small.json.gz       [[name, base64 of an ONNX file, [id, …], base64 of the vector, of the first token's], …]: the model cut down to
                    two layers, 24 wide, four heads, 64 word pieces; in the forms that see smalls().
vectors.json.gz     [[text, base64 of 384 little-endian float32], …]: mean of the token vectors, unit length, from the graph
                    with every quantised weight replaced by its float32 value and no quantisation of activations.
"""

import base64
import gzip
import json
import pathlib
import random
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnxruntime import quantization
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).resolve().parent
MODEL = HERE.parent / "model"

tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()

SENTENCES = """
The quick brown fox jumps over the lazy dog.
What did we decide about the database migration last week?
Vectors are exact, over all rows; no approximate index is kept.
Don't panic: it's only a 404 (not a 500), she said — "really?"
I live in New York City's Upper West-Side; rent is $3,500.00/month + 4.5% fees.
Crème brûlée, naïve façade, jalapeño, Ångström, smörgåsbord, coöperate, Dvořák, Łódź, Øresund, straße, œuvre, ﬁnance.
El niño comió piñas en España y después habló con la señora Núñez. ¿Qué? ¡Sí!
Die Größe der Straße überrascht fünf süße Bären. Donaudampfschifffahrtsgesellschaftskapitänsmütze.
Zażółć gęślą jaźń. Příliš žluťoučký kůň úpěl ďábelské ódy. Árvíztűrő tükörfúrógép.
Türkiye'nin başkenti Ankara'dır. İstanbul'da ışık ılık. DİYARBAKIR
Đây là một câu tiếng Việt có dấu: nghiêng, ngã, hỏi, nặng, huyền.
Съешь же ещё этих мягких французских булок, да выпей чаю. Їжак, ґанок, ёлка, Йод.
Η γρήγορη καφέ αλεπού πηδάει πάνω από τον τεμπέλη σκύλο. ΟΔΥΣΣΕΥΣ Ὀδυσσεύς ἄνθρωπος;
Ես սիրում եմ կարդալ։ ქართული ენა ძალიან ლამაზია.
الثعلب البني السريع يقفز فوق الكلب الكسول. مَرْحَبًا بِكَ فِي البَيْت، كيف حالك؟
שלום עולם! בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם
यह एक हिन्दी वाक्य है। क्षत्रिय ज्ञान कॉफ़ी। মানুষের জীবন। ਪੰਜਾਬੀ ਭਾਸ਼ਾ। ગુજરાતી ભાષા।
தமிழ் மொழி அழகானது. తెలుగు భాష. ಕನ್ನಡ ಭಾಷೆ. മലയാളം ഭാഷ. සිංහල භාෂාව.
ภาษาไทยไม่มีช่องว่างระหว่างคำ ນີ້ແມ່ນພາສາລາວ မြန်မာဘာသာ ភាសាខ្មែរ བོད་སྐད།
我昨天在北京大学学习中文，然后去了图书馆。「你好」！？漢字 繁體字 𠮷野家 﨑 豈
今日は東京で寿司を食べました。カタカナとひらがなとｶﾀｶﾅ、ー々〆。がぎぐげご パピプペポ
나는 어제 서울에서 김치찌개를 먹었다. 한국어 형태소 각 값 ㄱㄴㄷ
አማርኛ ቋንቋ ነው። ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᐃᓄᒃᑎᑐᑦ ⴰⵎⴰⵣⵉⵖ ߒߞߏ
👩‍💻 wrote 👨‍👩‍👧‍👦 with 🏳️‍🌈 and 🇩🇪🇯🇵, 👍🏽 ok ❤️ ☺︎ 1️⃣ #️⃣ 🫠🪿
def f(x: int) -> str:\\n\\treturn f"{x!r:>10}" if x != 0 else 'none'  # TODO(#42)
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mu.Lock(); defer s.mu.Unlock() }
for (let i = 0; i < n; i++) { console.log(`${a[i]} => ${b?.c ?? "—"}`); }
SELECT e.id, ts_rank(v, q) FROM brain_entries e WHERE v @@ q ORDER BY 2 DESC LIMIT 20;
fn main() -> Result<(), Box<dyn Error>> { let v: Vec<_> = iter::repeat("x").take(3).collect(); Ok(()) }
#include <stdio.h>\\nint main(void){printf("%d\\\\n", 0x1F & ~3);return 0;}
grep -rn --include='*.go' 'TODO' ./cmd | awk -F: '{print $1":"$2}' | sort -u >/tmp/out.txt 2>&1
https://user:pw@example.com:8443/a/b-c_d.html?q=1&r=%C3%A9#frag user.name+tag@sub.example.co.uk C:\\\\Users\\\\me
camelCaseIdentifier snake_case_name SCREAMING_SNAKE kebab-case-name v1.2.3-rc.1+build.5 0xDEADBEEF 1e-9 ±∞ ≤≥≠ ∑∫√π µs Ω K Å
{"key": [1, 2.5, null, true], "nested": {"ключ": "值"}}
[CLS] is a token [SEP] and so is [MASK], [UNK][PAD] but not [cls] or [ SEP ] or [[SEP]]
a\u0301 e\u0300\u0323 o\u0302\u0301 n\u0303 A\u030a c\u0327 q\u0307\u0323 \u1e9b\u0323 x\u302e\u0301 y\u0301\u302f
zero\u200bwidth non\u200djoin soft\u00adhyphen bom\ufeff lrm\u200e rlo\u202eabc\u202c word\u2060joiner nel\u0085x vt\u000bx ff\u000cx
nul\u0000nul bell\u0007 esc\u001b[31m del\u007f c1\u0090 repl\ufffd pua\ue000\uf8ff \U000f0001 nonchar\uffff\ufdd0 unassigned\u0378
nbsp\u00a0nbsp thin\u2009sp ideo\u3000sp ogham\u1680sp ls\u2028ps\u2029 mmsp\u205f nnbsp\u202f mvs\u180e tab\tcr\rlf\ncrlf\r\n
""".strip().split("\n")
SENTENCES = [s.replace("\\n", "\n").replace("\\t", "\t") if s.startswith(("def", "#inc")) else s for s in SENTENCES]
SENTENCES += [c for c in ("\u0130 I\u0307 \u0131", " ", "", "\n\n", "\u0301", "\u0000", "##ing ##", "...", "a" * 10000)]
for n in (99, 100, 101):
    SENTENCES += ["ab" * (n // 2) + "c" * (n % 2), "é" * n, "e\u0301" * n, "한" * (n // 3) + "x" * (n % 3), "x" * n + "!" + "y" * n]

WORDS = [w for s in SENTENCES for w in s.split(" ") if w and len(w) < 200]
PIECES = [w[2:] if w.startswith("##") else w for w in tokenizer.get_vocab() if not w.startswith("[")]
PIECES.sort()
BLOCKS = [
    (0x00, 0x20), (0x20, 0x7F), (0x20, 0x7F), (0x7F, 0x250), (0x250, 0x370), (0x300, 0x370), (0x370, 0x600), (0x590, 0x900),
    (0x900, 0x1100), (0x1100, 0x1200), (0x1200, 0x1E00), (0x1E00, 0x2000), (0x2000, 0x2070), (0x2070, 0x2E80), (0x2E80, 0x3400),
    (0x3400, 0x4DC0), (0x4E00, 0xA000), (0xA000, 0xAC00), (0xAC00, 0xD7A4), (0xD7A4, 0xD800), (0xE000, 0xFB00), (0xFB00, 0x10000),
    (0x10000, 0x12000), (0x1D000, 0x1F000), (0x1F000, 0x20000), (0x20000, 0x30000), (0x2A700, 0x2CEB0), (0xE0000, 0x110000),
]


def random_char(r):
    lo, hi = r.choice(BLOCKS)
    return chr(r.randrange(lo, hi))


def random_line(r):
    out = []
    for _ in range(r.choice((1, 2, 3, 5, 8, 13, 21))):
        kind = r.randrange(8)
        if kind == 0:
            out.append(r.choice(WORDS))
        elif kind == 1:
            out.append(r.choice(PIECES))
        elif kind == 2:
            out.append("".join(r.choice(PIECES) for _ in range(r.randrange(1, 5))))
        elif kind == 3:
            out.append("".join(random_char(r) for _ in range(r.randrange(1, 8))))
        elif kind == 4:  # one block a word, with marks
            lo, hi = r.choice(BLOCKS)
            out.append("".join(chr(r.randrange(lo, hi)) + r.choice(("", "", "\u0301", "\u0323\u0308")) for _ in range(r.randrange(1, 10))))
        elif kind == 5:  # a word with one foreign character
            w = r.choice(PIECES)
            i = r.randrange(len(w) + 1)
            out.append(w[:i] + random_char(r) + w[i:])
        elif kind == 6:
            out.append(r.choice(WORDS).swapcase())
        else:
            out.append("".join(chr(r.randrange(0x21, 0x7F)) for _ in range(r.randrange(1, 12))))
        out.append(r.choice((" ", " ", " ", "", "\n", "\u3000", "\u200d")))
    line = "".join(out)
    return "".join(c for c in line if not 0xD800 <= ord(c) < 0xE000)


def pieces(text):
    return [text, tokenizer.encode(text, add_special_tokens=False).ids]


def dump(name, rows):
    data = json.dumps(rows, separators=(",", ":")).encode()
    (HERE / name).write_bytes(gzip.compress(data, 9, mtime=0))
    print(name, len(rows), "rows")


def codepoints():
    runs = []
    for c in range(0x110000):
        if 0xD800 <= c < 0xE000:
            continue
        ids = tokenizer.encode("a" + chr(c) + "a", add_special_tokens=False).ids
        if runs and runs[-1][1] == ids:
            runs[-1][0] += 1
        else:
            runs.append([1, ids])
    return runs


def load():
    return onnx.load(str(MODEL / "all-MiniLM-L6-v2-int8.onnx"))


def dequantised(m):
    """The graph with float32 weights: MatMulInteger and what is around it becomes MatMul, DequantizeLinear goes."""
    g = m.graph
    tensors = {t.name: numpy_helper.to_array(t) for t in g.initializer}
    maker = {o: n for n in g.node for o in n.output}
    nodes, drop, floats = [], set(), {}

    def weight(q, scale, zero):
        w = (tensors[q].astype(np.float32) - tensors[zero].astype(np.float32)) * tensors[scale]
        floats[q + "_float"] = w.astype(np.float32)
        return q + "_float"

    for n in g.node:
        if n.op_type == "Mul" and maker.get(n.input[0]) and maker[n.input[0]].op_type == "Cast":
            mm = maker.get(maker[n.input[0]].input[0])
            if mm is not None and mm.op_type == "MatMulInteger":
                scales = maker[n.input[1]]
                quant = maker[mm.input[0]]
                nodes.append(helper.make_node("MatMul", [quant.input[0], weight(mm.input[1], scales.input[1], mm.input[3])], list(n.output)))
                drop |= {id(x) for x in (n, mm, maker[n.input[0]], scales, quant)}
        if n.op_type == "DequantizeLinear":
            gather = maker[n.input[0]]
            nodes.append(helper.make_node("Gather", [weight(gather.input[0], n.input[1], n.input[2]), gather.input[1]], list(n.output)))
            drop |= {id(n), id(gather)}
    kept = [n for n in g.node if id(n) not in drop] + nodes
    made = {i.name for i in g.input} | {t.name for t in g.initializer} | set(floats) | {""}
    ordered = []
    while kept:
        rest = []
        for n in kept:
            if all(i in made for i in n.input):
                ordered.append(n)
                made |= set(n.output)
            else:
                rest.append(n)
        assert len(rest) < len(kept)
        kept = rest
    del g.node[:]
    g.node.extend(ordered)
    used = {i for n in ordered for i in n.input}
    small = [t for t in g.initializer if t.name in used]
    del g.initializer[:]
    g.initializer.extend(small)
    g.initializer.extend(numpy_helper.from_array(w, name) for name, w in floats.items())
    assert not {n.op_type for n in g.node} & {"MatMulInteger", "DynamicQuantizeLinear", "DequantizeLinear"}
    return m


def small():
    """The graph with all but the first numbers of every tensor cut off, and all but two layers."""
    m = load()
    g = m.graph
    sizes = {384: 24, 1536: 40, 30522: 64, 512: 32}
    numbers = {12: 4, 32: 6, 384: 24, float(np.float32(np.sqrt(32))): np.sqrt(6)}

    def cut(t):
        a = numpy_helper.to_array(t)
        for axis, n in enumerate(a.shape):
            a = np.take(a, range(sizes.get(n, n)), axis)
        if a.size == 1 and a.reshape(-1)[0].item() in numbers:
            a = np.full(a.shape, numbers[a.reshape(-1)[0].item()], a.dtype)
        t.CopyFrom(numpy_helper.from_array(a, t.name))

    output = "/encoder/layer.1/output/LayerNorm/Add_1_output_0"
    maker = {o: n for n in g.node for o in n.output}
    needed, todo = set(), [output]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += maker[name].input if name in maker else []
    nodes = [n for n in g.node if needed & set(n.output)]
    tensors = [t for t in g.initializer if t.name in needed]
    for t in tensors:
        cut(t)
    for n in nodes:
        if n.op_type == "Constant":
            cut(n.attribute[0].t)
    del g.node[:], g.initializer[:]
    g.node.extend(nodes)
    g.initializer.extend(tensors)
    g.output[0].name = output
    g.output[0].type.tensor_type.ClearField("shape")
    del g.value_info[:]
    return m


def run(session, ids, pool=lambda h: h.mean(axis=0)):
    x = np.array([ids], dtype=np.int64)
    h = session.run(None, {"input_ids": x, "attention_mask": np.ones_like(x), "token_type_ids": np.zeros_like(x)})[0]
    v = pool(h[0].astype(np.float64))
    v /= np.linalg.norm(v)
    return base64.b64encode(v.astype("<f4").tobytes()).decode()


def first(h):
    return h[0]


def start(m):
    return onnxruntime.InferenceSession(m.SerializeToString(), providers=["CPUExecutionProvider"])


def norms(m):
    """The graph with LayerNormalization in place of what it consists of, as newer exporters write it, and with a pooler."""
    g = m.graph
    maker = {o: n for n in g.node for o in n.output}
    users = {}
    for n in g.node:
        for i in n.input:
            users.setdefault(i, []).append(n)
    for t in list(g.initializer):
        if t.name.endswith("LayerNorm.weight"):
            (mul,) = users[t.name]
            (add,) = users[mul.output[0]]
            bias = t.name.replace("weight", "bias")
            div = maker[mul.input[0]]
            x = maker[div.input[0]].input[0]
            norm = helper.make_node("LayerNormalization", [x, t.name, bias], list(add.output), axis=-1, epsilon=1e-12)
            g.node.insert(list(g.node).index(add), norm)
            for n in (mul, add):
                g.node.remove(n)
    needed, todo = set(), [g.output[0].name]
    maker = {o: n for n in g.node for o in n.output}
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += maker[name].input if name in maker else []
    for n in [n for n in g.node if not needed & set(n.output)]:
        g.node.remove(n)
    g.node.append(helper.make_node("Tanh", [g.output[0].name], ["pooler_output"]))
    g.output.append(helper.make_tensor_value_info("pooler_output", onnx.TensorProto.FLOAT, None))
    m.opset_import[0].version = 17
    m.ir_version = 8
    # The axes of ReduceMean are an input only from version 18 on, those of Unsqueeze and Squeeze from 13.
    for n in g.node:
        if n.op_type in ("Unsqueeze", "Squeeze") and len(n.input) == 1:
            (axes,) = [a for a in n.attribute if a.name == "axes"]
            name = n.output[0] + "_axes"
            g.initializer.append(numpy_helper.from_array(np.array(axes.ints, np.int64), name))
            n.attribute.remove(axes)
            n.input.append(name)
    return m


class Calibration(quantization.CalibrationDataReader):
    def __init__(self):
        r = random.Random(4)
        self.rows = [[r.randrange(64) for _ in range(12)] for _ in range(4)]

    def get_next(self):
        if not self.rows:
            return None
        x = np.array([self.rows.pop()], np.int64)
        return {"input_ids": x, "attention_mask": np.ones_like(x), "token_type_ids": np.zeros_like(x)}


def quantised(how, m, **options):
    with tempfile.TemporaryDirectory() as d:
        onnx.save(m, d + "/a.onnx")
        if how is quantization.quantize_static:
            how(d + "/a.onnx", d + "/b.onnx", Calibration(), **options)
        else:
            how(d + "/a.onnx", d + "/b.onnx", **options)
        return onnx.load(d + "/b.onnx")


def without_qdq(m):
    """The graph with the float32 values of the quantised weights, and no quantisation of activations."""
    g = m.graph
    tensors = {t.name: numpy_helper.to_array(t) for t in g.initializer}
    maker = {o: n for n in g.node for o in n.output}
    same = {}
    for n in list(g.node):
        if n.op_type == "QuantizeLinear":
            g.node.remove(n)
        elif n.op_type == "DequantizeLinear":
            g.node.remove(n)
            if n.input[0] in tensors:
                w, scale, zero = (tensors[i].astype(np.float32) for i in n.input)
                g.initializer.append(numpy_helper.from_array(((w - zero) * scale).astype(np.float32), n.output[0]))
            else:
                same[n.output[0]] = maker[n.input[0]].input[0]
    for n in g.node:
        for k, i in enumerate(n.input):
            while i in same:
                i = same[i]
            n.input[k] = i
    for o in g.output:
        while o.name in same:
            o.name = same[o.name]
    return m


def smalls():
    """As it is; with float32 weights; with LayerNormalization; with a zero point a column; in QDQ format, two kinds."""
    r = random.Random(3)
    float32 = lambda: dequantised(small())  # noqa: E731
    dynamic = lambda: quantised(  # noqa: E731
        quantization.quantize_dynamic, float32(), weight_type=quantization.QuantType.QUInt8, per_channel=True
    )
    static = lambda **o: quantised(quantization.quantize_static, float32(), quant_format=quantization.QuantFormat.QDQ, **o)  # noqa: E731
    qdq = lambda: static(op_types_to_quantize=["MatMul", "Gather"], per_channel=True, weight_type=quantization.QuantType.QInt8)  # noqa: E731
    everything = lambda: static(weight_type=quantization.QuantType.QUInt8, activation_type=quantization.QuantType.QUInt8)  # noqa: E731
    rows = []
    for name, make, reference in (
        ("int8", small, lambda: dequantised(small())),
        ("float32", float32, float32),
        ("LayerNormalization", lambda: norms(float32()), float32),
        ("zero points", dynamic, lambda: dequantised(dynamic())),
        ("QDQ", qdq, lambda: without_qdq(qdq())),
        ("QDQ of all", everything, lambda: without_qdq(everything())),
    ):
        session = start(reference())
        ids = [r.randrange(64) for _ in range(r.randrange(5, 32))]
        rows.append([name, base64.b64encode(make().SerializeToString()).decode(), ids, run(session, ids), run(session, ids, first)])
    return rows


def vectors():
    session = start(dequantised(load()))
    r = random.Random(7)
    texts = [s for s in SENTENCES if len(tokenizer.encode(s).ids) <= 256 and len(s) < 1000][:45]
    plain = " ".join(SENTENCES[:7]).split()
    for n in (1, 2, 3, 4, 5, 7, 12, 30, 61, 100, 125, 150, 180, 200):
        texts.append(" ".join(r.choice(plain) for _ in range(n)))
    texts.append("data " * 254)  # a full window
    rows = []
    for t in texts:
        ids = tokenizer.encode(t).ids
        while len(ids) > 256:
            t = t[: t.rindex(" ")]
            ids = tokenizer.encode(t).ids
        rows.append([t, run(session, ids)])
    return rows


def main():
    if sys.argv[1:2] == ["lines"]:
        r = random.Random(2)
        for _ in range(int(sys.argv[2])):
            print(json.dumps(pieces(random_line(r))))
        return
    r = random.Random(1)
    lines = SENTENCES + [random_line(r) for _ in range(2000 - len(SENTENCES))]
    dump("tokenizer.json.gz", [pieces(t) for t in lines])
    dump("codepoints.json.gz", codepoints())
    dump("small.json.gz", smalls())
    dump("vectors.json.gz", vectors())


if __name__ == "__main__":
    main()
