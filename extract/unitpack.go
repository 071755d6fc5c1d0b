package extract

// unpackUnit reads a packed unit; nil for anything else.
func unpackUnit(b []byte) *unit {
	p, u := newUnpacker(b), &unit{}
	p.unit(u)
	if !p.ok() || u.lang == nil {
		return nil
	}
	return u
}

func (p *packer) unit(u *unit) {
	p.text(&u.path)
	p.language(&u.lang)
	p.text(&u.space)
	packList(p, &u.decls, (*packer).decl)
	packList(p, &u.exprs, (*packer).expr)
	packList(p, &u.lists, packNumber)
	packList(p, &u.imports, (*packer).imported)
	packList(p, &u.uses, (*packer).use)
	packList(p, &u.notes, (*packer).remark)
	packList(p, &u.spans, (*packer).span)
}

// language packs a language as its place in the list of all.
func (p *packer) language(l **language) {
	n := 0
	for i, known := range languages {
		if known == *l {
			n = i
		}
	}
	packNumber(p, &n)
	if p.reading && n >= 0 && n < len(languages) {
		*l = languages[n]
	}
}

func (p *packer) decl(d *decl) {
	packNumber(p, &d.kind)
	packNumber(p, &d.flags)
	p.text(&d.node)
	p.text(&d.name)
	p.text(&d.label)
	p.text(&d.idName)
	p.text(&d.salt)
	p.text(&d.contains)
	packNumber(p, &d.owner)
	packNumber(p, &d.scope)
	packNumber(p, &d.line)
	packNumber(p, &d.pos)
	packNumber(p, &d.from)
	packNumber(p, &d.to)
	p.text(&d.sig)
	p.text(&d.doc)
	packNumber(p, &d.typ)
	packNumber(p, &d.init)
	packList(p, &d.rets, packNumber)
	packList(p, &d.params, packNumber)
	packList(p, &d.bases, (*packer).base)
	packNumber(p, &d.same)
}

func (p *packer) base(b *base) {
	packNumber(p, &b.expr)
	p.text(&b.relation)
	packNumber(p, &b.line)
}

func (p *packer) expr(e *expr) {
	packNumber(p, &e.op)
	packNumber(p, &e.n)
	packNumber(p, &e.x)
	packNumber(p, &e.lo)
	packNumber(p, &e.pos)
	p.text(&e.name)
}

func (p *packer) imported(im *imported) {
	p.text(&im.path)
	p.text(&im.name)
	p.text(&im.local)
	p.text(&im.as)
	packNumber(p, &im.scope)
	packNumber(p, &im.line)
	packNumber(p, &im.pos)
	packNumber(p, &im.flags)
}

func (p *packer) use(u *use) {
	packNumber(p, &u.what)
	packNumber(p, &u.in)
	packNumber(p, &u.expr)
	packNumber(p, &u.args)
	packNumber(p, &u.call)
	packNumber(p, &u.line)
	p.text(&u.context)
}

func (p *packer) remark(r *remark) {
	p.text(&r.text)
	packNumber(p, &r.line)
	packNumber(p, &r.of)
	p.bool(&r.cite)
}

func (p *packer) span(s *codeSpan) {
	p.text(&s.text)
	p.bool(&s.link)
	packNumber(p, &s.in)
	packNumber(p, &s.line)
}
