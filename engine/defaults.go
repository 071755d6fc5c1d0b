package engine

import "reflect"

// Defaults gives the parameters of an operation as the command line has them when no flag is given: a limit of 20 where the zero
// value asks for no rows. In is the type of a method's parameters, such as QueryInput.
func Defaults[In any]() In {
	var in In
	setDefaults(paramsOf(reflect.TypeFor[In]()), reflect.ValueOf(&in).Elem())
	return in
}
